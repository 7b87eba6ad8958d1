import type { Ports } from '../ports/ports.ts'
import { type Refused, refused } from '../refusal.ts'
import type { Authenticated } from './access-claims.ts'

/** What a valid access token comes to, once it is asked whether something has ended it. */
export function unlessEnded(
  { endings }: Pick<Ports, 'endings'>,
  authenticated: Authenticated,
  at: Date,
): Authenticated | Refused {
  const refusal = endings.check(authenticated.claims, at)
  return refusal === null ? authenticated : refused(refusal)
}
