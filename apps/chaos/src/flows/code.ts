import { agents, codeIn } from '@gatehouse/gateway/testing'
import { type Actor, logIn, mailTo, signUp, tokenOf, useToken } from '../actor.ts'
import { codeSeconds } from '../chaos-environment.ts'
import { bringAtOnce } from './bring-at-once.ts'

/** Logs in as a browser, and enters the code from the mail in two windows at once. */
export async function code(actor: Actor): Promise<void> {
  const someone = await signUp(actor)
  if (!someone) return
  const madeAt = Date.now()
  const { body } = await logIn(actor, someone, { agent: 'ui' })
  if (body.requires_otp !== true) return
  // A mail that a killed gateway was sending expires before another may send it.
  const waitMs = codeSeconds * 1000 + 5000
  const mail = await mailTo(actor, someone, { subject: /code/i, waitMs }).catch(() => undefined)
  if (!mail) return
  const otp_code = codeIn(mail)
  const guess = { username: someone.username, otp_code, session_token: body.session_token }
  const enter = () =>
    actor.client.ask({
      path: '/api/auth/verify-otp',
      body: guess,
      headers: { 'user-agent': agents.ui },
    })
  const secret = { kind: 'code', someone, madeAt, goodForMs: codeSeconds * 1000 } as const
  const answers = await bringAtOnce(actor, secret, [enter, enter])
  for (const answer of answers) {
    const issued = tokenOf(answer)
    if (issued) await useToken(actor, issued)
  }
}
