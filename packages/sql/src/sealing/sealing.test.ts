import { describeSealing } from '../../test-support/suites/describe-sealing.ts'

describeSealing('SQLite', () => ':memory:')
