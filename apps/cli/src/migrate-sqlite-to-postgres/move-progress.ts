import type { MoveProgress } from '@gatehouse/sql'

/**
 * Formats progress: rows, per cent and rows per second, of the table and in all.
 *
 * @param all The number of rows in all tables.
 */
export function createMoveProgress(
  doing: string,
  all: number,
  show: (line: string) => void,
): (progress: MoveProgress) => void {
  const done = new Map<string, number>()
  const start = performance.now()
  let sum = 0
  return ({ table, rows, of, fresh }) => {
    done.set(table, rows)
    sum += fresh
    const aSecond = Math.round(sum / ((performance.now() - start) / 1000))
    const share = percent(total(done), all)
    show(
      `${doing} ${table}: ${number(rows)} of ${number(of)} rows (${percent(rows, of)}), ${number(aSecond)} rows a second, ${share} of all`,
    )
  }
}

/** A count for people. */
export function number(count: number): string {
  return count.toLocaleString('en')
}

function total(done: ReadonlyMap<string, number>): number {
  return [...done.values()].reduce((sum, rows) => sum + rows, 0)
}

function percent(part: number, whole: number): string {
  return `${Math.floor(whole === 0 ? 100 : (100 * part) / whole)} %`
}
