import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { describeSealing } from '../../test-support/suites/describe-sealing.ts'

describeSealing('PostgreSQL', postgresDatabase())
