import { describeBacklog } from '../test-support/suites/describe-backlog.ts'

describeBacklog('SQLite', () => ':memory:')
