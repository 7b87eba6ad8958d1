import { describeRealmAccounts } from '../../test/suites/describe-realm-accounts.ts'

describeRealmAccounts('SQLite', () => ':memory:')
