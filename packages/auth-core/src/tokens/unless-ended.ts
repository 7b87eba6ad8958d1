import type { Ports } from '../ports/ports.ts'
import { type Refused, refused } from '../refusal.ts'
import type { Authenticated } from './access-claims.ts'

/** The outcome for a valid access token after the check for endings. */
export function unlessEnded(
  { endings }: Pick<Ports, 'endings'>,
  authenticated: Authenticated,
  at: Date,
): Authenticated | Refused {
  const refusal = endings.check(authenticated.claims, at)
  return refusal === null ? authenticated : refused(refusal)
}
