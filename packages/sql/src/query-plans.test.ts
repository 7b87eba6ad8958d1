import { describeQueryPlans } from '../test-support/suites/describe-query-plans.ts'

describeQueryPlans('SQLite', () => ':memory:')
