import { describeRealmAccounts } from '../../test-support/suites/describe-realm-accounts.ts'

describeRealmAccounts('SQLite', () => ':memory:')
