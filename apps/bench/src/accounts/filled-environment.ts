import { randomBytes } from 'node:crypto'
import { createSealer } from '@gatehouse/crypto'
import type { Sealer } from '@gatehouse/sql'
import { chainLog } from './chain-log.ts'
import type { Databases, EmptyDatabase } from './databases.ts'
import { type FilledAccount, fill } from './fill.ts'
import { type GatewayEnvironment, startGatewayEnvironment } from './gateway-environment.ts'
import { mintTokens } from './mint.ts'

/** A database with accounts in it. */
export interface FilledDatabase {
  readonly accounts: number
  readonly database: EmptyDatabase
  /** Bytes after it was filled. */
  readonly bytes: number
  /** How long that took. */
  readonly fillSeconds: number
  /** Some of the accounts, evenly spread. */
  readonly samples: readonly FilledAccount[]
  readonly sealer: Sealer
  /**
   * Starts a gateway on it, without limits unless it is set; all accounts of `samples` are signed in.
   *
   * @param url Where the gateway finds the database, if it is not by the address of `database`.
   */
  start(settings?: Readonly<Record<string, string>>, url?: string): Promise<FilledEnvironment>
}

/** A gateway on a database with accounts in it. */
export interface FilledEnvironment {
  readonly filled: FilledDatabase
  readonly gateway: GatewayEnvironment
  /** Access tokens of the samples, in their order. */
  readonly tokens: readonly string[]
}

/** Makes a database and fills it. */
export async function openFilledDatabase(
  databases: Databases,
  accounts: number,
): Promise<FilledDatabase> {
  const masterKey = randomBytes(32)
  const sealer = createSealer({ masterKey })
  const now = Date.now()
  const database = await databases.create()
  const begun = performance.now()
  const samples = await fill(database.url, { accounts, sealer, now })
  await chainLog(database.url, { masterKey, sealer })
  const filled: FilledDatabase = {
    accounts,
    database,
    bytes: await database.bytes(),
    fillSeconds: (performance.now() - begun) / 1000,
    samples,
    sealer,
    async start(settings, url = database.url) {
      const key = masterKey.toString('base64')
      const gateway = await startGatewayEnvironment({ ...database, url }, key, settings)
      const tokens = await mintTokens({ url: database.url, sealer, now }, samples)
      return { filled, gateway, tokens }
    },
  }
  return filled
}
