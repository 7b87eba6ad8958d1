import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describeMigrations } from '../../test-support/suites/describe-migrations.ts'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'

const folder = temporaryFolder()

describeMigrations('SQLite', async () => join(folder, `${randomUUID()}.db`))
