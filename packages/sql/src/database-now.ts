import { type RawBuilder, sql } from 'kysely'
import type { Flavour } from './database.ts'

/**
 * What a statement reads the clock of the database by, in epoch milliseconds. Processes whose own
 * clocks differ so agree on when a lease ends.
 */
export function databaseNow(flavour: Flavour): RawBuilder<number> {
  return flavour === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
}
