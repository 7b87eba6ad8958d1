import { describeBacklog } from '../test/suites/describe-backlog.ts'

describeBacklog('SQLite', () => ':memory:')
