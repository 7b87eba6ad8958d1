import { chainAudit } from '@gatehouse/auth-core/operator'
import { createNodeSecrets, createSystemClock } from '@gatehouse/crypto'
import { createSqlStore, type Sealer } from '@gatehouse/sql'
import { hurry, openFilled } from './fill.ts'

/** With what the log is signed. */
interface Keys {
  readonly masterKey: Buffer
  readonly sealer: Sealer
}

/** Chains the whole audit log, so that no gateway is at it while something else is measured. */
export async function chainLog(url: string, { masterKey, sealer }: Keys): Promise<void> {
  const database = openFilled(url)
  try {
    await hurry(database)
    const store = createSqlStore(database, { sealer })
    const ports = { clock: createSystemClock(), secrets: createNodeSecrets({ masterKey }), store }
    while ((await chainAudit(ports)) > 0);
  } finally {
    await database.close()
  }
}
