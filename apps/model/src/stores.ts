import {
  createSqlStore,
  type Database,
  migrate,
  openPostgresDatabase,
  openSqliteDatabase,
  type Sealer,
} from '@gatehouse/sql'
import { createDatabase } from '@gatehouse/sql/testing'
import type { OpenedStore } from './check-model.ts'

/** The stores on which the model can be checked, each opened empty for one run. */
export const stores: Readonly<Record<string, () => Promise<OpenedStore>>> = {
  memory: async () => ({}),
  sqlite: () => openOn(openSqliteDatabase({ file: ':memory:' })),
  async postgres() {
    const { url, drop } = await createDatabase()
    return openOn(openPostgresDatabase({ url }), drop)
  },
}

async function openOn(database: Database, drop?: () => Promise<void>): Promise<OpenedStore> {
  await migrate(database)
  return {
    store: createSqlStore(database, { sealer }),
    async close() {
      await database.close()
      await drop?.()
    },
  }
}

/** Seals nothing: what is looked for here is who may be where. */
const sealer: Sealer = {
  keyId: 'none',
  seal: (text) => `none.${text}`,
  open: (sealed) => sealed.slice('none.'.length),
  isCurrent: () => true,
  lookupHashes: (text) => [`none.${text}`],
}
