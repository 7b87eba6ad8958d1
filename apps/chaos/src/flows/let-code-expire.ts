import { person } from '@gatehouse/gateway/testing'
import { type Actor, logIn, signUp } from '../actor.ts'

/** Asks for a code, while the mail server does not answer for that address until the code has expired. */
export async function letCodeExpire(actor: Actor): Promise<void> {
  const someone = person()
  actor.environment.mail.hangOver(someone.email)
  await signUp(actor, someone)
  await logIn(actor, someone, { agent: 'ui' })
}
