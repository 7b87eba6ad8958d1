import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, inParallel, runGatehouse } from '@gatehouse/gateway/testing'
import type { Actor } from './actor.ts'
import type { ResetMemo } from './journal.ts'

/** Makes failed mails due at once, until it is stopped: a run does not wait for them. */
export function hurryMails({ environment }: Pick<Actor, 'environment'>): { stop(): Promise<void> } {
  let isOver = false
  const hurry = async () => {
    while (!isOver) {
      const now = Date.now()
      await environment.database.ask(
        `update outbox set due_at = $1 where settled_at is null and due_at > $1`,
        now,
      )
      await sleep(1000)
    }
  }
  const hurrying = hurry()
  return {
    async stop() {
      isOver = true
      await hurrying
    },
  }
}

/**
 * Waits for the last mails, tries every password, and runs the doctor. Call it after the last action of a
 * person.
 *
 * @returns The findings of the doctor; `[]` for none.
 */
export async function settle(actor: Actor): Promise<readonly string[]> {
  const { environment } = actor
  await lastMail(environment)
  await tryPasswords(actor)
  await lastMail(environment)
  // Otherwise the doctor would report that they are not disabled in the credential store.
  await environment.database.ask(
    `update accounts set standing = 'active' where standing = 'disabled'`,
  )
  const { code, output } = await runGatehouse(['doctor'], environment.settings)
  return code === 0 ? [] : [`the doctor found: ${output}`]
}

async function lastMail({ database, leg }: Actor['environment']): Promise<void> {
  await eventually('the last mail', async () => {
    // Those that have expired are kept for ten minutes where a clock has jumped.
    const [row] = await database.ask(
      'select count(*) as n from outbox where settled_at is null and coalesce(not_after, $1) > $2',
      Number.MAX_SAFE_INTEGER,
      Date.now() - (leg?.name === 'clock' ? 0 : Number.MAX_SAFE_INTEGER),
    )
    return row?.n === 0 || undefined
  })
}

/** Sends an unused reset token once more; then tries every password. */
async function tryPasswords(actor: Actor): Promise<void> {
  await inParallel(actor.journal.resets, (memo) => tryPasswordsOf(actor, memo))
}

async function tryPasswordsOf(
  { client, journal }: Actor,
  { someone, passwords, promised, resetToken }: ResetMemo,
): Promise<void> {
  const { username, email } = someone
  const last = `the very last of ${username}`
  const body = { new_password: last, reset_token: resetToken }
  const isIn =
    promised.length === 0 &&
    (await client.ask({ path: '/api/auth/reset-password', body })).status === 200
  if (isIn) noteLateSuccess(journal, username)
  const works: number[] = []
  for (const [index, password] of [...passwords, last].entries()) {
    const login = { path: '/api/auth/login', body: { email, password } }
    if ((await client.ask(login)).status === 200) works.push(index)
  }
  const either = isIn ? [passwords.length] : passwords.map((_, index) => index)
  journal.passwords.push({ username, promised: promised.length > 0 ? promised : either, works })
}

function noteLateSuccess({ secrets }: Actor['journal'], username: string): void {
  for (const [index, trial] of secrets.entries()) {
    if (trial.kind !== 'reset' || trial.username !== username) continue
    secrets[index] = { ...trial, accepted: trial.accepted + 1 }
  }
}
