import { postgresDatabase } from '../../test/postgres-database.ts'
import { describeProcesses } from '../../test/suites/describe-processes.ts'

describeProcesses('PostgreSQL', postgresDatabase())
