import { join } from 'node:path'
import { describeAuditChain } from '../test-support/suites/describe-audit-chain.ts'
import { temporaryFolder } from '../test-support/temporary-folder.ts'

const folder = temporaryFolder()

describeAuditChain('SQLite', () => join(folder, 'audit.sqlite'))
