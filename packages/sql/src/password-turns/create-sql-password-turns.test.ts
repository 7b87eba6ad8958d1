import { describePasswordTurns } from '../../test-support/suites/describe-password-turns.ts'

describePasswordTurns('SQLite', () => ':memory:')
