import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'

/** Forgets a new address that waits for its confirmation: links for it stop working. */
export async function dropEmailChange(
  { clock }: Pick<Ports, 'clock'>,
  tx: Transaction,
  accountId: string,
): Promise<void> {
  await tx.oneTimeTokens.removeAll('change_email', accountId)
  await tx.outbox.cancel(accountId, 'email_change', clock.now())
  const account = await tx.accounts.find(accountId)
  if (account?.pendingEmail) await tx.accounts.update({ ...account, pendingEmail: null })
}
