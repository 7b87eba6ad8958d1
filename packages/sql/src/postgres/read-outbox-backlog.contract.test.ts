import { postgresDatabase } from '../../test/postgres-database.ts'
import { describeBacklog } from '../../test/suites/describe-backlog.ts'

describeBacklog('PostgreSQL', postgresDatabase())
