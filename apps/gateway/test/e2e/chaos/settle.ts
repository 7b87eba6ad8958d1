import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../support/eventually.ts'
import { inParallel } from '../support/in-parallel.ts'
import { runGatehouse } from '../support/run-gatehouse.ts'
import type { Actor } from './actor.ts'
import type { ResetMemo } from './journal.ts'

/** What a gateway that lives has in its hands is over after this long. */
const handsMs = 5000

/**
 * From now until it is stopped lets the minute pass for which a killed gateway keeps its mails, and the
 * time until those that could not be sent are tried again.
 */
export function hurryMails({ site }: Pick<Actor, 'site'>): { stop(): Promise<void> } {
  let isOver = false
  const hurry = async () => {
    while (!isOver) {
      const now = Date.now()
      await site.database.ask(
        `update outbox set leased_until = $1 where settled_at is null and leased_until < $2`,
        now,
        now + 60_000 - handsMs,
      )
      await site.database.ask(
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

/** When nobody does anything any more: whatever was left half done is finished or removed. */
export async function settle(actor: Actor): Promise<readonly string[]> {
  const { site } = actor
  await lastMail(site)
  await site.database.ask(
    'update one_time_tokens set claimed_until = claimed_until - 60000 where claimed_until is not null',
  )
  await site.database.ask(
    `update tenants set created_at = created_at - 300000 where standing = 'reserved'`,
  )
  await repeatSignUps(actor)
  await tryPasswords(actor)
  await lastMail(site)
  // The doctor would want them disabled in the credential store as well.
  await site.database.ask(`update accounts set standing = 'active' where standing = 'disabled'`)
  const { code, output } = await runGatehouse(['doctor'], site.settings)
  return code === 0 ? [] : [`the doctor found: ${output}`]
}

async function lastMail({ database }: Actor['site']): Promise<void> {
  await eventually('the last mail', async () => {
    const [row] = await database.ask('select count(*) as n from outbox where settled_at is null')
    return row?.n === 0 || undefined
  })
}

/** Somebody whose sign-up was cut short comes again. */
async function repeatSignUps({ site, client, journal }: Actor): Promise<void> {
  const reserved = await site.database.ask(`select id from tenants where standing = 'reserved'`)
  for (const { id } of reserved) {
    const someone = journal.people.find(({ tenantId }) => tenantId === id)
    if (!someone) continue
    const { tenantId, ...body } = someone
    const { status, body: answer, lost } = await client.ask({ path: '/api/auth/signup', body })
    const userId = status === 201 ? String(answer.user_id) : undefined
    const said = status === 201 ? '201' : String(answer.code)
    journal.signUps.push({ username: body.username, tenantId, answer: said, userId, lost })
  }
}

/** Whoever saw no token accepted brings it once more; then every password is tried. */
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
