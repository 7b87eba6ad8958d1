import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { describeBacklog } from '../../test-support/suites/describe-backlog.ts'

describeBacklog('PostgreSQL', postgresDatabase())
