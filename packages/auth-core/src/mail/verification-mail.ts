import { secondsAfter } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import type { AuthSettings } from '../settings.ts'
import { languageOf } from './language-of.ts'

/** Stores a verification token, and adds the mail that carries it to the outbox. */
export async function mailVerification(
  { clock, secrets }: Pick<Ports, 'clock' | 'secrets'>,
  settings: Pick<AuthSettings, 'verificationTokenSeconds'>,
  { tx, tenant, account }: Membership & { readonly tx: Transaction },
): Promise<void> {
  const now = clock.now()
  const token = secrets.token()
  const expiresAt = secondsAfter(now, settings.verificationTokenSeconds)
  await tx.oneTimeTokens.insert({
    digest: secrets.digest('verify_email', token),
    purpose: 'verify_email',
    accountId: account.id,
    createdAt: now,
    expiresAt,
    lease: null,
  })
  const { email: to, firstName, username } = account
  const organization = tenant.name
  const language = languageOf(account)
  await tx.outbox.add({
    id: secrets.id(),
    accountId: account.id,
    mail: {
      kind: 'verify_email',
      language,
      to,
      firstName,
      organization,
      username,
      token,
      expiresAt,
    },
    createdAt: now,
    notAfter: expiresAt,
    attempts: 0,
    dueAt: now,
  })
}
