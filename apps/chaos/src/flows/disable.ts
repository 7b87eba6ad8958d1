import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Actor,
  logIn,
  type Member,
  passwordKey,
  refresh,
  signUp,
  tokenOf,
  useToken,
} from '../actor.ts'
import { beginEnding, confirmEnding } from '../journal.ts'

/** Is disabled by the operator, and tries to go on. */
export async function disabled(actor: Actor): Promise<void> {
  const someone = await signUp(actor)
  if (!someone) return
  const issued = tokenOf(await logIn(actor, someone))
  if (!issued) return
  beginEnding(actor.journal, [issued.key])
  await disable(actor, someone)
  confirmEnding(actor.journal, [issued.key])
  await refresh(actor, issued)
  await logIn(actor, someone)
  await useToken(actor, issued)
  actor.oldTokens.push({ ...issued, what: 'refresh' })
}

/** Disables a person, as the operator does it: in the database. Resolves when it is certain. */
export async function disable({ journal, environment }: Actor, someone: Member): Promise<void> {
  const keys = [passwordKey(someone), disabledKey(someone)]
  beginEnding(journal, keys)
  for (;;) {
    try {
      const statement = `update accounts set standing = 'disabled' where username = $1`
      await environment.database.ask(statement, someone.username)
      break
    } catch {
      await sleep(200)
    }
  }
  confirmEnding(journal, keys)
}

/** The key of the moment from which a person was disabled. */
export function disabledKey({ username }: Pick<Member, 'username'>): string {
  return `standing of ${username}`
}
