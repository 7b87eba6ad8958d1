import { describeLastAdministrator } from '../test-support/suites/describe-last-administrator.ts'

describeLastAdministrator('SQLite', () => ':memory:')
