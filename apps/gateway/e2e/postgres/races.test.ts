import { describeRaces } from '../support/describe-races.ts'
import { openPostgresEnvironment } from '../support/postgres-environment.ts'

describeRaces(openPostgresEnvironment)
