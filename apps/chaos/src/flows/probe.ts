import { setTimeout as sleep } from 'node:timers/promises'
import { type Actor, refresh, useToken } from '../actor.ts'

/** An attacker has got hold of old tokens, and tries them one after the other. */
export async function probe(actor: Actor): Promise<void> {
  await sleep(50)
  const issued = actor.oldTokens[actor.random(Math.max(1, actor.oldTokens.length))]
  if (!issued) return
  if (issued.what === 'access') await useToken(actor, issued)
  else await refresh(actor, issued)
}
