import { postgresDatabase } from '../../test/postgres-database.ts'
import { describeRealmAccounts } from '../../test/suites/describe-realm-accounts.ts'

describeRealmAccounts('PostgreSQL', postgresDatabase())
