import { describeLocalCredentials } from '../../test-support/suites/describe-local-credentials.ts'

describeLocalCredentials('SQLite', () => ':memory:')
