/** T-39: planned rotations, with replicas whose clocks differ. */
import { describePlannedRotations } from '../support/describe-planned-rotations.ts'
import { openPostgresStage } from '../support/postgres-stage.ts'

describePlannedRotations(openPostgresStage)
