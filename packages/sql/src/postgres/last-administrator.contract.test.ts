import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { describeLastAdministrator } from '../../test-support/suites/describe-last-administrator.ts'

describeLastAdministrator('PostgreSQL', postgresDatabase())
