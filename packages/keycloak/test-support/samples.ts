import type { NewTenant, NewUser } from '@gatehouse/auth-core/ports'

/** A tenant with a name of its own. */
export function sampleTenant(changes: Partial<NewTenant> = {}): NewTenant {
  return {
    id: `tenant-${crypto.randomUUID()}`,
    name: 'Zoë & Söhne 😀',
    reservation: `reservation-${crypto.randomUUID()}`,
    ...changes,
  }
}

/** A person with a name of their own. */
export function sampleUser(changes: Partial<NewUser> = {}): NewUser {
  const username = `ada-${crypto.randomUUID().slice(0, 8)}`
  return {
    username,
    email: `${username}@example.com`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    password: ' &+%=ü😀',
    ...changes,
  }
}
