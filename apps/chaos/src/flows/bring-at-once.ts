import type { Person } from '@gatehouse/gateway/testing'
import type { Actor } from '../actor.ts'
import type { Answer } from '../client.ts'
import type { SecretTrial } from '../evidence.ts'

interface OneTimeSecret {
  readonly kind: SecretTrial['kind']
  readonly someone: Pick<Person, 'username'>
  /** The latest moment at which it was made; now unless given. */
  readonly madeAt?: number
  readonly goodForMs: number
}

/** Sends one secret several times at once, and once more when all were answered. */
export async function bringAtOnce(
  { journal }: Actor,
  { kind, someone, madeAt = Date.now(), goodForMs }: OneTimeSecret,
  attempts: readonly (() => Promise<Answer>)[],
): Promise<readonly Answer[]> {
  const answers = await Promise.all(attempts.map((bring) => bring()))
  const [again] = attempts
  if (again) answers.push(await again())
  journal.secrets.push({
    kind,
    username: someone.username,
    accepted: answers.filter(({ status }) => status === 200).length,
    lost: answers.some(({ lost }) => lost > 0),
    madeAt,
    endedAt: Date.now(),
    expiresAt: madeAt + goodForMs,
  })
  return answers
}
