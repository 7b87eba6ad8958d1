import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

/** What `npm run chaos -- faults` was asked for. */
export interface FaultOptions {
  /** Only say what there is. */
  readonly list: boolean
  /** The scenarios to run, in the order of the list. */
  readonly ids: readonly string[]
  /** How often each is run. */
  readonly runs: number
  /** What the first run draws from; the next runs have the numbers after it. */
  readonly seed: number
  /** How many are run at the same time. */
  readonly atOnce: number
  /** Print the page that `docs/faults.md` is made of, instead of the table. */
  readonly page: boolean
  /** The file that each run is added to as a line of JSON; empty for none. */
  readonly log: string
  /** Run nothing, and add up the runs in these files. */
  readonly from: readonly string[]
}

/** How it is called. */
export const usage = `usage: npm run chaos -- faults [--list] [--only F-3,H-2] [--runs N] [--at-once N] [--seed N]
                               [--log FILE] [--from FILE]… [--page]`

/**
 * Reads the options. `--only F-1` means F-1 and all of its parts, F-1a, F-1b and so on.
 *
 * @param known The ids of all scenarios.
 * @returns What is wrong, as a sentence, where something is.
 */
export function parseOptions(
  parameters: readonly string[],
  known: readonly string[],
):
  | { readonly ok: true; readonly value: FaultOptions }
  | { readonly ok: false; readonly mistake: string } {
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: {
        list: { type: 'boolean', default: false },
        page: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        runs: { type: 'string', default: '1' },
        'at-once': { type: 'string', default: '1' },
        log: { type: 'string', default: '' },
        from: { type: 'string', multiple: true, default: [] },
        seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      },
    })
    const { list, page, log, from } = values
    const wanted = values.only.flatMap((each) => each.split(',')).filter((each) => each !== '')
    const unknown = wanted.filter((each) => !known.some((id) => isPartOf(id, each)))
    if (unknown.length > 0) return mistake(`there is no scenario ${unknown.join(', ')}`)
    const [runs, atOnce, seed] = [values.runs, values['at-once'], values.seed].map(Number)
    if (!isWhole(runs) || runs < 1) return mistake('--runs is a number from 1 on')
    if (!isWhole(atOnce) || atOnce < 1) return mistake('--at-once is a number from 1 on')
    if (!isWhole(seed) || seed < 0) return mistake('--seed is a number from 0 on')
    const ids = known.filter(
      (id) => wanted.length === 0 || wanted.some((each) => isPartOf(id, each)),
    )
    return { ok: true, value: { list, page, ids, runs, atOnce, seed, log, from } }
  } catch (error) {
    return mistake(error instanceof Error ? error.message : String(error))
  }
}

function isWhole(value: number | undefined): value is number {
  return Number.isSafeInteger(value)
}

function mistake(text: string) {
  return { ok: false, mistake: text } as const
}

/** `F-1` is asked for by `f-1`, and so is `F-1a`, but `F-10` is not. */
function isPartOf(id: string, wanted: string): boolean {
  const [one, other] = [id.toLowerCase(), wanted.trim().toLowerCase()]
  return one === other || (one.startsWith(other) && /^[a-z]$/.test(one.slice(other.length)))
}
