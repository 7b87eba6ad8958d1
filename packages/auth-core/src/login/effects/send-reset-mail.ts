import { isCoolingDown } from '../../account/cool-down.ts'
import { secondsAfter, wholeMinutes } from '../../lib/time.ts'
import { languageOf } from '../../mail/language-of.ts'
import type { Membership } from '../../records/account.ts'
import type { StepWork } from '../login-work.ts'
import type { Effect } from '../machine-types.ts'

/** One mail for each spelling of the address: `Ada@` and `ada@` may have different readers (T-24). */
export async function sendResetMail(
  work: StepWork,
  { to }: Effect<'send_reset_mail'>,
): Promise<void> {
  const spellings = new Map<string, Membership[]>()
  for (const each of to) {
    const { email } = each.account
    spellings.set(email, [...(spellings.get(email) ?? []), each])
  }
  for (const same of spellings.values()) await mailLinks(work, same)
}

/**
 * Sends one mail with a link for each account that is not cooling down. A fresh token replaces earlier ones.
 */
async function mailLinks(
  { ports, settings, tx }: StepWork,
  to: readonly Membership[],
): Promise<void> {
  const now = ports.clock.now()
  const expiresAt = secondsAfter(now, settings.resetTokenSeconds)
  const accounts: { organization: string; username: string; token: string }[] = []
  for (const { account, tenant } of to) {
    const newest = await tx.oneTimeTokens.findNewest('reset_password', account.id)
    if (newest && isCoolingDown(newest, now)) continue
    const token = ports.secrets.token()
    await tx.oneTimeTokens.removeAll('reset_password', account.id)
    await tx.oneTimeTokens.insert({
      digest: ports.secrets.digest('reset_password', token),
      purpose: 'reset_password',
      accountId: account.id,
      createdAt: now,
      expiresAt,
      lease: null,
    })
    accounts.push({ organization: tenant.name, username: account.username, token })
  }
  const [first] = to
  if (!first || accounts.length === 0) return
  await tx.outbox.add({
    id: ports.secrets.id(),
    accountId: to.length === 1 ? first.account.id : '',
    mail: {
      kind: 'password_reset',
      language: languageOf(first.account),
      to: first.account.email,
      minutes: wholeMinutes(settings.resetTokenSeconds),
      accounts,
    },
    createdAt: now,
    notAfter: expiresAt,
    attempts: 0,
    dueAt: now,
  })
}
