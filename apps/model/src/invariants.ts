import type { Act } from './act.ts'
import type { Seen } from './expectation.ts'
import { type Carried, type Handed, secretsOf } from './handed.ts'
import type { Guess, Service } from './service.ts'
import { organizations, passwords } from './step.ts'

/** What is wrong with an answer: it tells a secret that is not the caller's to see. */
export function secretsIn(
  handed: Handed,
  act: Act | undefined,
  { outcome }: Seen,
): readonly string[] {
  const text = JSON.stringify(outcome)
  const { token, sessionToken, user, key, offered = [] } = outcome as Carried
  const people = [...(user ? [user] : []), ...offered]
  const own = [token, sessionToken, key?.text, ...people.map(({ account }) => account.apiKey)]
  const secrets = [...passwords, ...secretsOf(handed)].filter((one) => !own.includes(one))
  return secrets.filter((secret) => text.includes(secret)).map((one) => `${act?.kind} tells ${one}`)
}

/** What is wrong with the records: a secret in the audit log, an organization without administrator. */
export async function faultsInRecords(
  service: Service,
  handed: Handed,
): Promise<readonly string[]> {
  const { store } = service.ports
  return store.transaction(async (tx) => {
    const faults: string[] = []
    const log = JSON.stringify(await tx.auditLog.list({ limit: 20 }))
    const secrets = [...passwords, ...secretsOf(handed)]
    faults.push(
      ...secrets.filter((one) => log.includes(one)).map((one) => `the audit log has ${one}`),
    )
    for (const name of organizations) {
      const tenant = await tx.tenants.find(name.toLowerCase())
      if (tenant?.status !== 'active') continue
      if ((await tx.accounts.countAdministrators(tenant.id)) < 1) {
        faults.push(`${name} has no administrator`)
      }
    }
    return faults
  })
}

/** What is wrong with the guesses: more of them were checked than the limits say. */
export function excessOfGuesses({ guesses, settings }: Service, since: number): readonly string[] {
  const { points, seconds } = settings.limits.loginPerAccount
  const faults: string[] = []
  for (const [credential, all] of Map.groupBy(guesses.slice(since), (one) => one.credential)) {
    const wrong = all.filter((one, index) => isStrange(one, all.slice(0, index)))
    for (const { at } of wrong) {
      // Windows do not slide: two may touch.
      const checked = wrong.filter((one) => one.at <= at && one.at > at - seconds + 1).length
      if (checked > 2 * points) faults.push(`${checked} guesses at ${credential} were checked`)
    }
  }
  return faults
}

/** A wrong one, from where the password was never right before. */
function isStrange(guess: Guess, before: readonly Guess[]): boolean {
  const isKnown = before.some(({ network, isRight }) => isRight && network === guess.network)
  return !guess.isRight && guess.network !== '' && !isKnown
}
