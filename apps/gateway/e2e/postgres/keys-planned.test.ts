/** T-39: planned rotations, with replicas whose clocks differ. */
import { describePlannedRotations } from '../support/describe-planned-rotations.ts'
import { openPostgresEnvironment } from '../support/postgres-environment.ts'

describePlannedRotations(openPostgresEnvironment)
