import { tokensIn } from '@gatehouse/gateway/testing'
import {
  type Actor,
  logIn,
  mailTo,
  passwordKey,
  refresh,
  signUp,
  tokenOf,
  useToken,
} from '../actor.ts'
import { beginEnding, confirmEnding } from '../journal.ts'
import { bringAtOnce } from './bring-at-once.ts'

/** Forgets the password, and uses the link from the mail in two windows at once. */
export async function reset(actor: Actor): Promise<void> {
  const { client, journal } = actor
  const someone = await signUp(actor)
  if (!someone) return
  const before = tokenOf(await logIn(actor, someone))
  const madeAt = Date.now()
  await client.ask({ path: '/api/auth/forgot-password', body: { email: someone.email } })
  const [reset_token = ''] = tokensIn(await mailTo(actor, someone, { subject: /new password/i }))
  const chosen = ['the first of two', 'the second of two'].map(
    (text) => `${text} ${someone.username}`,
  )
  const ends = [passwordKey(someone), ...(before ? [before.key] : [])]
  beginEnding(journal, ends, { endsAccess: true })
  const secret = { kind: 'reset', someone, madeAt, goodForMs: 30 * 60_000 } as const
  const [one, other, late] = await bringAtOnce(
    actor,
    secret,
    chosen.map(
      (new_password) => () =>
        client.ask({ path: '/api/auth/reset-password', body: { reset_token, new_password } }),
    ),
  )
  const isAccepted = [one, other].map((answer) => answer?.status === 200)
  if (late?.status === 200) isAccepted[0] = true
  if (isAccepted.includes(true)) confirmEnding(journal, ends)
  const passwords = [someone.password, ...chosen]
  const promised = isAccepted.flatMap((isIn, index) => (isIn ? [index + 1] : []))
  journal.resets.push({ someone, passwords, promised, resetToken: reset_token })
  await logIn(actor, someone)
  if (before) {
    await refresh(actor, before)
    await useToken(actor, before)
    actor.oldTokens.push(before, { ...before, what: 'refresh' })
  }
}
