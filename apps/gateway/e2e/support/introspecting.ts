import type { Answer, Api } from '../../testing/api.ts'
import { bearer } from '../../testing/people.ts'

/** What the backend of these tests asks with. */
export const introspectionSecret = 'k7Qw2nE5vB8xZ1mL4pR9tY6uJ3hG0fDs'

/** Asks about a token as a backend does, with a form (RFC 7662, section 2.1). */
export function introspect(api: Api, token: string, secret = introspectionSecret): Promise<Answer> {
  return api.send('POST', '/api/auth/introspect', {
    text: String(new URLSearchParams({ token, token_type_hint: 'access_token' })),
    headers: { ...bearer(secret), 'content-type': 'application/x-www-form-urlencoded' },
  })
}
