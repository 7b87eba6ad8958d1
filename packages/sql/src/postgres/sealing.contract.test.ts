import { postgresDatabase } from '../../test/postgres-database.ts'
import { describeSealing } from '../../test/suites/describe-sealing.ts'

describeSealing('PostgreSQL', postgresDatabase())
