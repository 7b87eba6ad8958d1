import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { describeProcesses } from '../../test-support/suites/describe-processes.ts'

describeProcesses('PostgreSQL', postgresDatabase())
