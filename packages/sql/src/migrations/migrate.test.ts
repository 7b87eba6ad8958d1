import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describeMigrations } from '../../test/suites/describe-migrations.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'

const folder = temporaryFolder()

describeMigrations('SQLite', async () => join(folder, `${randomUUID()}.db`))
