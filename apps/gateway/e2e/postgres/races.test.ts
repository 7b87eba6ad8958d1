import { describeRaces } from '../support/describe-races.ts'
import { openPostgresStage } from '../support/postgres-stage.ts'

describeRaces(openPostgresStage)
