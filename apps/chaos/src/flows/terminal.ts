import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTerminal } from '@gatehouse/proxy/testing'
import type { WebSocket } from 'ws'
import { type Actor, type IssuedToken, logIn, type Member, signUp, tokenOf } from '../actor.ts'
import { disable, disabledKey } from './disable.ts'

/** Works in a terminal until the token expires, the account is disabled, or the time is over. */
export async function terminal(actor: Actor): Promise<void> {
  const someone = await signUp(actor)
  if (!someone) return
  const issued = tokenOf(await logIn(actor, someone))
  const socket = issued && (await open(actor, issued))
  if (!socket) return
  const key = disabledKey(someone)
  const terminalOf = (forMs: number) => ({ issued, key, socket, forMs })
  const plan = actor.random(3)
  if (plan === 0) await Promise.all([work(actor, terminalOf(60_000)), end(actor, someone)])
  else await work(actor, terminalOf(plan === 1 ? 3000 : 60_000))
}

/** @returns `undefined` when the handshake is refused or cut. */
async function open(
  { environment }: Actor,
  { token }: IssuedToken,
): Promise<WebSocket | undefined> {
  try {
    return await openTerminal(environment.balancer, { token })
  } catch {
    return undefined
  }
}

async function end(actor: Actor, someone: Member): Promise<void> {
  await sleep(1000)
  await disable(actor, someone)
}

interface OpenTerminal {
  readonly issued: IssuedToken
  readonly key: string
  readonly socket: WebSocket
  readonly forMs: number
}

async function work(actor: Actor, { issued, key, socket, forMs }: OpenTerminal): Promise<void> {
  const { kid, expiresAt, issuedAt } = issued
  const openedAt = Date.now()
  let lastEchoAt = openedAt
  socket.on('error', () => undefined)
  socket.on('message', () => {
    lastEchoAt = Date.now()
  })
  const ended = once(socket, 'close') as Promise<[number]>
  const typing = setInterval(() => {
    if (actor.isOver() || Date.now() > openedAt + forMs) socket.close(1000)
    else socket.send('x')
  }, 200)
  const [closeCode] = await ended
  clearInterval(typing)
  const seen = { openedAt, lastEchoAt, closedAt: Date.now(), closeCode }
  actor.journal.terminals.push({ key, kid, expiresAt, issuedAt, ...seen })
}
