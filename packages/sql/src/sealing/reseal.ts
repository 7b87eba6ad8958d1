import type { Database } from '../database.ts'
import type { Sealer } from '../sealer.ts'
import { renewSealingKey } from './check-sealing-key.ts'
import { type SealedColumn, type SealedRow, sealedColumns } from './sealed-columns.ts'

/** The progress of resealing one kind of text. */
export interface ResealProgress {
  /** The kind of text, in the plural. */
  readonly name: string
  /** The number of texts that were checked. */
  readonly seen: number
  /** The number of those that were not sealed with the current key. */
  readonly stale: number
  /** The number of those that no key opens. */
  readonly unreadable: number
}

/** The options of resealing. */
export interface ResealOptions {
  /** Seals with the current key, and opens texts of earlier keys too. */
  readonly sealer: Sealer
  /** Whether to count only, without changes. */
  readonly dryRun?: boolean
  /** Called after each batch. */
  readonly onProgress?: (progress: ResealProgress) => void
  /** How many rows are changed in one transaction. */
  readonly batchSize?: number
}

/** Milliseconds between two batches, in which gateways can write. */
const pauseMs = 20

/**
 * Seals every sealed text with the current key, and makes the lookup hashes again. It works in batches while
 * gateways run, and may be interrupted and restarted at any time: each text shows whether it is done. When no
 * unreadable text is left, the key check is sealed again as well, so that no gateway starts with only an
 * earlier key.
 *
 * @returns The final progress for each kind of text.
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
