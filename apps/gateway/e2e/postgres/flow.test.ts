import { describeFlow } from '../support/describe-flow.ts'
import { openPostgresStage } from '../support/postgres-stage.ts'

describeFlow(openPostgresStage)
