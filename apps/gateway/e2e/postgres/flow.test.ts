import { describeFlow } from '../support/describe-flow.ts'
import { openPostgresEnvironment } from '../support/postgres-environment.ts'

describeFlow(openPostgresEnvironment)
