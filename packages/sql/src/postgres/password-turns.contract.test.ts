import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { describePasswordTurns } from '../../test-support/suites/describe-password-turns.ts'

describePasswordTurns('PostgreSQL', postgresDatabase())
