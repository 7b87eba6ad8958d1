import { short, whole } from '../numbers.ts'
import { quantile } from '../quantile.ts'
import { table } from '../table.ts'
import type { AttackCounts } from './attack.ts'
import type { HonestLogin } from './honest.ts'

/** What an honest login may take, in seconds, unless it is told 503. */
export const maxSeconds = 3

/** What one kind of honest people found. */
export interface FloodRow {
  /** From how many networks the attackers came; 0 for none. */
  readonly networks: number
  readonly who: string
  readonly logins: readonly HonestLogin[]
}

/** Whether every login was through in time, or told that there is too much. */
export function isWithin({ logins }: Pick<FloodRow, 'logins'>): boolean {
  return logins.every(
    ({ status, milliseconds }) =>
      status === 503 || (status === 200 && milliseconds < maxSeconds * 1000),
  )
}

/** The honest people's logins, with the bound beside them. */
export function reportHonest(rows: readonly FloodRow[]): readonly string[] {
  const head = ['Attackers’ networks', 'Who', 'Logins', 'Through', 'p50, ms', 'p99, ms']
  return table(
    [...head, 'Told 503', 'Told 429', 'No answer', `Bound: ${maxSeconds} s or 503`],
    rows.map((row) => {
      const through = row.logins.filter(({ status }) => status === 200)
      const times = through.map(({ milliseconds }) => milliseconds)
      const told = (code: number) => row.logins.filter(({ status }) => status === code).length
      return [
        row.networks === 0 ? 'none' : whole(row.networks),
        row.who,
        whole(row.logins.length),
        whole(through.length),
        short(quantile(times, 0.5)),
        short(quantile(times, 0.99)),
        whole(told(503)),
        whole(told(429)),
        whole(told(0)),
        isWithin(row) ? 'kept' : '**missed**',
      ]
    }),
  )
}

/** What the attackers got. */
export function reportAttack(
  attacks: readonly { readonly networks: number; readonly counts: AttackCounts }[],
): readonly string[] {
  return table(
    ['Attackers’ networks', 'Guesses', '401', '429', '503', 'Broken or waiting', 'In'],
    attacks.map(({ networks, counts: { sent, statuses } }) => {
      const of = (status: number) => statuses.get(status) ?? 0
      const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0)
      const cells = [of(401), of(429), of(503), sent - answered, of(200)]
      return [whole(networks), whole(sent), ...cells.map(whole)]
    }),
  )
}
