import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import { languageOf } from './language-of.ts'

/** News about an account. */
export interface AccountNews extends Membership {
  /** The kind of mail that says it. */
  readonly kind:
    | 'account_claimed'
    | 'password_changed'
    | 'password_doubtful'
    | 'email_change_requested'
    | 'email_changed'
}

/** Adds a mail to the outbox that tells the owner the news. It does not expire. */
export async function tellOwner(
  { clock, secrets }: Pick<Ports, 'clock' | 'secrets'>,
  tx: Transaction,
  { kind, account, tenant }: AccountNews,
): Promise<void> {
  const now = clock.now()
  const { email: to, username } = account
  const language = languageOf(account)
  await tx.outbox.add({
    id: secrets.id(),
    accountId: account.id,
    mail: { kind, language, to, organization: tenant.name, username, at: now },
    createdAt: now,
    notAfter: null,
    attempts: 0,
    dueAt: now,
  })
}
