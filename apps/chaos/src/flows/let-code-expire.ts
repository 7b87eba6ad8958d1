import { person } from '@gatehouse/gateway/testing'
import { type Actor, logIn, signUp } from '../actor.ts'

/** Asks for a code, but the mail server hangs over the address until the code has expired. */
export async function letCodeExpire(actor: Actor): Promise<void> {
  const someone = person()
  actor.environment.mail.hangOver(someone.email)
  await signUp(actor, someone)
  await logIn(actor, someone, { agent: 'ui' })
}
