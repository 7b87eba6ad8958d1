import { randomBytes } from 'node:crypto'
import type { RealmSecrets } from './realm-account.ts'

/** What the two clients of a realm are to authenticate with. */
export function newRealmSecrets(): RealmSecrets {
  return { login: newSecret(), admin: newSecret() }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
