import { describeLocalCredentials } from '../../test/suites/describe-local-credentials.ts'

describeLocalCredentials('SQLite', () => ':memory:')
