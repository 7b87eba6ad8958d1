import { tokensIn } from '@gatehouse/gateway/testing'
import {
  type Actor,
  type IssuedToken,
  logIn,
  type Member,
  mailTo,
  noteUse,
  refresh,
  signUp,
  think,
  tokenOf,
  useToken,
} from '../actor.ts'
import { beginEnding, confirmEnding } from '../journal.ts'
import { bringAtOnce } from './bring-at-once.ts'

/** Signs up, confirms the address, logs in, works, refreshes, logs out, and tries it all again. */
export async function session(actor: Actor): Promise<void> {
  const someone = await signUp(actor)
  if (!someone) return
  await confirmAddress(actor, someone)
  const first = tokenOf(await logIn(actor, someone))
  if (!first) return
  await useToken(actor, first)
  await showForged(actor, first)
  const renewed = await Promise.all([refresh(actor, first), refresh(actor, first)])
  await think(actor)
  for (const issued of renewed) if (issued) await useToken(actor, issued)
  await logOut(actor, first)
  await refresh(actor, first)
  await useToken(actor, first)
  actor.oldTokens.push(first, { ...first, what: 'refresh' })
}

/** Opens the link of the first mail in two windows at once. */
export async function confirmAddress(actor: Actor, someone: Member): Promise<void> {
  const [token = ''] = tokensIn(await mailTo(actor, someone, { subject: /confirm/i }))
  const body = { token, password: someone.password }
  const confirm = () => actor.client.ask({ path: '/api/auth/verify-email', body })
  await bringAtOnce(actor, { kind: 'verification', someone, goodForMs: 3_600_000 }, [
    confirm,
    confirm,
  ])
}

async function showForged(actor: Actor, issued: IssuedToken): Promise<void> {
  const end = issued.token.lastIndexOf('.')
  const forged = `${issued.token.slice(0, end)}.${issued.token
    .slice(end + 1)
    .split('')
    .reverse()
    .join('')}`
  const answer = await actor.client.ask({
    method: 'GET',
    path: '/api/machines',
    headers: { authorization: `Bearer ${forged}` },
  })
  noteUse(actor, answer, { ...issued, what: 'access', isForged: true })
}

async function logOut(actor: Actor, issued: IssuedToken): Promise<void> {
  beginEnding(actor.journal, [issued.key])
  const { status } = await actor.client.ask({
    path: '/api/auth/logout',
    headers: { authorization: `Bearer ${issued.token}` },
  })
  if (status === 200) confirmEnding(actor.journal, [issued.key])
}
