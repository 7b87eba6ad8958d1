import { describeSealing } from '../../test/suites/describe-sealing.ts'

describeSealing('SQLite', () => ':memory:')
