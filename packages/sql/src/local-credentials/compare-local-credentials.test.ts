import { describeComparison } from '../../test-support/suites/describe-comparison.ts'

describeComparison('SQLite', () => ':memory:')
