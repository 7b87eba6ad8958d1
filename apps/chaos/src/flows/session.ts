import { tokensIn } from '@gatehouse/gateway/testing'
import {
  type Actor,
  type HeldToken,
  heldToken,
  logIn,
  type Member,
  mailTo,
  noteUse,
  refresh,
  signUp,
  think,
  useToken,
} from '../actor.ts'
import { beginEnding, confirmEnding } from '../journal.ts'
import { bringAtOnce } from './bring-at-once.ts'

/** Signs up, confirms the address, logs in, works, refreshes, logs out, and tries it all again. */
export async function session(actor: Actor): Promise<void> {
  const someone = await signUp(actor)
  if (!someone) return
  await confirmAddress(actor, someone)
  const first = heldToken(await logIn(actor, someone))
  if (!first) return
  await useToken(actor, first)
  await showForged(actor, first)
  const renewed = await Promise.all([refresh(actor, first), refresh(actor, first)])
  await think(actor)
  for (const held of renewed) if (held) await useToken(actor, held)
  await logOut(actor, first)
  await refresh(actor, first)
  await useToken(actor, first)
  actor.oldTokens.push(first, { ...first, what: 'refresh' })
}

async function confirmAddress(actor: Actor, someone: Member): Promise<void> {
  const [token = ''] = tokensIn(await mailTo(actor, someone, { subject: /confirm/i }))
  const body = { token, password: someone.password }
  const confirm = () => actor.client.ask({ path: '/api/auth/verify-email', body })
  await bringAtOnce(actor, { kind: 'verification', someone, goodForMs: 3_600_000 }, [
    confirm,
    confirm,
  ])
}

async function showForged(actor: Actor, held: HeldToken): Promise<void> {
  const end = held.token.lastIndexOf('.')
  const forged = `${held.token.slice(0, end)}.${held.token
    .slice(end + 1)
    .split('')
    .reverse()
    .join('')}`
  const answer = await actor.client.ask({
    method: 'GET',
    path: '/api/machines',
    headers: { authorization: `Bearer ${forged}` },
  })
  noteUse(actor, answer, { ...held, what: 'access', isForged: true })
}

async function logOut(actor: Actor, held: HeldToken): Promise<void> {
  beginEnding(actor.journal, [held.key])
  const { status } = await actor.client.ask({
    path: '/api/auth/logout',
    headers: { authorization: `Bearer ${held.token}` },
  })
  if (status === 200) confirmEnding(actor.journal, [held.key])
}
