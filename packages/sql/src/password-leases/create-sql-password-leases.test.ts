import { describePasswordLeases } from '../../test-support/suites/describe-password-leases.ts'

describePasswordLeases('SQLite', () => ':memory:')
