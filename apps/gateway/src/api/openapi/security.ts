import { keptCookieName } from '@gatehouse/auth-core/requests'
import type { Operation } from '@gatehouse/http-api'

const bearer = { type: 'http', scheme: 'bearer' } as const

/** The ways to prove who asks. */
export const securitySchemes = {
  bearer: { ...bearer, bearerFormat: 'JWT' },
  backend: bearer,
  kept: { type: 'apiKey', in: 'cookie', name: keptCookieName(true) },
} as const

/** The proof that a route asks for, as `security` has it; nothing for one that asks for none. */
export function securityOf({ bearer: need, keptCookie }: Operation): {
  readonly security?: object
} {
  const scheme = need === 'secret' ? 'backend' : need ? 'bearer' : keptCookie && 'kept'
  if (!scheme) return {}
  return { security: [{ [scheme]: [] }, ...(need === 'optional' ? [{}] : [])] }
}
