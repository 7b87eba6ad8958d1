import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** The kinds of database that can be opened. */
export type Flavour = 'sqlite'

/** An open database. */
export interface Database {
  readonly flavour: Flavour
  /** Throws nothing but {@link PortError} `store` when the database fails. */
  readonly db: Kysely<Schema>
  /** Closes it; what is open then is undone. Repeating it is harmless. */
  close(): Promise<void>
}
