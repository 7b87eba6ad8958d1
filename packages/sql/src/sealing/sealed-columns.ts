import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Sealer } from '../sealer.ts'
import { apiKeyLookup, sealedFor } from './contexts.ts'

/** One sealed text, and its place. */
export interface SealedRow {
  /** The primary key. */
  readonly id: string
  /** The sealed text. */
  readonly sealed: string
  /** The context of the text. */
  readonly context: string
  /** A lookup hash of the same text, where there is one; `null` where it is missing. */
  readonly hash?: string | null
}

/** A column of sealed texts. */
export interface SealedColumn {
  /** What its texts are, in the plural, for people. */
  readonly name: string
  /** The first rows after an id, in the order of their ids. */
  page(db: Kysely<Schema>, after: string, limit: number): Promise<readonly SealedRow[]>
  /** Seals a text anew; does nothing when the row was changed since it was read. */
  renew(db: Kysely<Schema>, row: SealedRow, input: ResealInput): Promise<void>
}

/** A text to seal, and its sealer. */
export interface ResealInput {
  /** The decrypted text. */
  readonly text: string
  /** Seals with the current master key. */
  readonly sealer: Sealer
}

const apiKeys: SealedColumn = {
  name: 'API keys',
  async page(db, after, limit) {
    const rows = await db
      .selectFrom('accounts')
      .select(['id', 'api_key as sealed', 'api_key_hash as hash'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...row, context: sealedFor.apiKey(row.id) }))
  },
  async renew(db, { id, sealed, context }, { text, sealer }) {
    const [api_key_hash] = sealer.lookupHashes(text, apiKeyLookup)
    await db
      .updateTable('accounts')
      .set({ api_key: sealer.seal(text, context), api_key_hash })
      .where('id', '=', id)
      .where('api_key', '=', sealed)
      .execute()
  },
}

const signingKeys: SealedColumn = {
  name: 'signing keys',
  async page(db, after, limit) {
    const rows = await db
      .selectFrom('signing_keys')
      .select(['kid as id', 'secret as sealed'])
      .where('kid', '>', after)
      .orderBy('kid')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...row, context: sealedFor.signingKey(row.id) }))
  },
  async renew(db, { id, sealed, context }, { text, sealer }) {
    await db
      .updateTable('signing_keys')
      .set({ secret: sealer.seal(text, context) })
      .where('kid', '=', id)
      .where('secret', '=', sealed)
      .execute()
  },
}

const mails: SealedColumn = {
  name: 'mails',
  async page(db, after, limit) {
    const rows = await db
      .selectFrom('outbox')
      .select(['id', 'content as sealed'])
      .where('id', '>', after)
      .where('content', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .$narrowType<{ sealed: string }>()
      .execute()
    return rows.map((row) => ({ ...row, context: sealedFor.mail(row.id) }))
  },
  async renew(db, { id, sealed, context }, { text, sealer }) {
    await db
      .updateTable('outbox')
      .set({ content: sealer.seal(text, context) })
      .where('id', '=', id)
      .where('content', '=', sealed)
      .execute()
  },
}

const realmAccounts: SealedColumn = {
  name: 'accounts in realms',
  async page(db, after, limit) {
    const rows = await db
      .selectFrom('realm_accounts')
      .select(['reservation', 'realm', 'secrets as sealed'])
      .where('reservation', '>', after)
      .orderBy('reservation')
      .limit(limit)
      .execute()
    return rows.map(({ reservation, realm, sealed }) => {
      return { id: reservation, sealed, context: sealedFor.realmAccount({ realm, reservation }) }
    })
  },
  async renew(db, { id, sealed, context }, { text, sealer }) {
    await db
      .updateTable('realm_accounts')
      .set({ secrets: sealer.seal(text, context) })
      .where('reservation', '=', id)
      .where('secrets', '=', sealed)
      .execute()
  },
}

/** All columns of sealed texts, except the row of the key check. */
export const sealedColumns: readonly SealedColumn[] = [signingKeys, apiKeys, mails, realmAccounts]
