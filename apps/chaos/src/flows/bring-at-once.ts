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
  /** Whether an answer says that it was accepted: 200 unless given. */
  readonly isIn?: (answer: Answer) => boolean
  /** Whether an answer leaves open what became of it, as no answer does; never unless given. */
  readonly isUnclear?: (answer: Answer) => boolean
}

/** Sends one secret several times at once, and once more when all were answered. */
export async function bringAtOnce(
  { journal }: Actor,
  secret: OneTimeSecret,
  attempts: readonly (() => Promise<Answer>)[],
): Promise<readonly Answer[]> {
  const { kind, someone, madeAt = Date.now(), goodForMs } = secret
  const { isIn = ({ status }) => status === 200, isUnclear = () => false } = secret
  const answers = await Promise.all(attempts.map((bring) => bring()))
  const [again] = attempts
  if (again) answers.push(await again())
  journal.secrets.push({
    kind,
    username: someone.username,
    accepted: answers.filter(isIn).length,
    lost: answers.some((answer) => answer.lost > 0 || isUnclear(answer)),
    madeAt,
    endedAt: Date.now(),
    expiresAt: madeAt + goodForMs,
  })
  return answers
}
