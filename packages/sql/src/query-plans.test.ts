import { describeQueryPlans } from '../test/suites/describe-query-plans.ts'

describeQueryPlans('SQLite', () => ':memory:')
