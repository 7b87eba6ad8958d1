import { describeComparison } from '../../test/suites/describe-comparison.ts'

describeComparison('SQLite', () => ':memory:')
