import type { Database } from '../database.ts'
import type { Sealer } from '../sealer.ts'
import { renewSealingKey } from './check-sealing-key.ts'
import { type SealedColumn, type SealedRow, sealedColumns } from './sealed-columns.ts'

/** How far resealing has come with one kind of texts. */
export interface ResealProgress {
  /** What they are, in the plural. */
  readonly name: string
  /** How many were looked at. */
  readonly seen: number
  /** How many of them were not sealed with the current key. */
  readonly stale: number
  /** How many of those no key opens. */
  readonly unreadable: number
}

/** How resealing is done. */
export interface ResealOptions {
  /** Seals with the current key, and also opens what earlier keys sealed. */
  readonly sealer: Sealer
  /** Counts, and changes nothing. */
  readonly dryRun?: boolean
  /** Called after each batch. */
  readonly onProgress?: (progress: ResealProgress) => void
  /** How many rows are changed in one transaction. */
  readonly batchSize?: number
}

/** Lets gateways write between two batches, in milliseconds. */
const pauseMs = 20

/**
 * Seals every sealed text with the current key, and makes the lookup hashes anew. It works in
 * batches while gateways run, and may be broken off and begun again at any time: each text shows
 * whether it is done. When nothing unreadable is left, the key check is sealed anew as well, so
 * that from then on no gateway starts with an earlier key alone.
 *
 * @returns How it ended for each kind of texts.
 * @throws {PortError} `store` when the database fails.
 */
export async function reseal(
  database: Database,
  options: ResealOptions,
): Promise<readonly ResealProgress[]> {
  const all: ResealProgress[] = []
  for (const column of sealedColumns) all.push(await resealColumn(database, column, options))
  const isWhole = all.every(({ unreadable }) => unreadable === 0)
  if (isWhole && !options.dryRun) await renewSealingKey(database, options)
  return all
}

async function resealColumn(
  database: Database,
  column: SealedColumn,
  { sealer, dryRun = false, onProgress, batchSize = 200 }: ResealOptions,
): Promise<ResealProgress> {
  let progress: ResealProgress = { name: column.name, seen: 0, stale: 0, unreadable: 0 }
  let after: string | undefined = ''
  while (after !== undefined) {
    const rows: readonly SealedRow[] = await database.read((db) =>
      column.page(db, after ?? '', batchSize),
    )
    const stale = rows.filter((row) => isStale(row, sealer))
    const renewals = stale.map((row) => ({ row, text: textOf(row, sealer) }))
    const known = renewals.filter((each): each is Renewal => each.text !== undefined)
    if (!dryRun && known.length > 0) await renewAll(database, known, { column, sealer })
    progress = {
      name: column.name,
      seen: progress.seen + rows.length,
      stale: progress.stale + stale.length,
      unreadable: progress.unreadable + stale.length - known.length,
    }
    onProgress?.(progress)
    after = rows.length < batchSize ? undefined : rows.at(-1)?.id
  }
  return progress
}

interface Renewal {
  readonly row: SealedRow
  readonly text: string
}

async function renewAll(
  database: Database,
  renewals: readonly Renewal[],
  { column, sealer }: { readonly column: SealedColumn; readonly sealer: Sealer },
): Promise<void> {
  await database.transaction(async (db) => {
    for (const { row, text } of renewals) await column.renew(db, row, { text, sealer })
  })
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
}

function isStale({ sealed, hash }: SealedRow, sealer: Sealer): boolean {
  return !sealer.isCurrent(sealed) || (hash !== undefined && !sealer.isCurrent(hash ?? ''))
}

function textOf({ sealed, context }: SealedRow, sealer: Sealer): string | undefined {
  try {
    return sealer.open(sealed, context)
  } catch {
    return undefined
  }
}
