import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { describeRealmAccounts } from '../../test-support/suites/describe-realm-accounts.ts'

describeRealmAccounts('PostgreSQL', postgresDatabase())
