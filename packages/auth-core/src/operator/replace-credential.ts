import { voidCredentials } from '../account/void-credentials.ts'
import type { Ports } from '../ports/ports.ts'
import { systemEvent } from '../records/audit.ts'

/** An account whose user in the credential store was replaced. */
export interface CredentialReplacement {
  /** `Account.id`. */
  readonly accountId: string
  /** The store's identifier of the former user. */
  readonly from: string
  /** The store's identifier of the present user. */
  readonly to: string
}

/**
 * Records that a new user of the credential store replaces an old one, and closes everything that the old one
 * opened. A repetition does no harm.
 *
 * @returns Whether the account has the current user now; `false` when there is no such account, or when it
 * has neither of the two.
 */
export async function replaceCredential(
  ports: Pick<Ports, 'clock' | 'store'>,
  { accountId, from, to }: CredentialReplacement,
): Promise<boolean> {
  return ports.store.transaction(async (tx) => {
    const account = await tx.accounts.find(accountId)
    if (account?.credentialId !== from) return account?.credentialId === to
    await tx.accounts.update({ ...account, credentialId: to })
    await voidCredentials(ports, tx, accountId)
    const subject = { accountId, tenantId: account.tenantId }
    await tx.auditLog.record(
      systemEvent(ports.clock.now(), { kind: 'account_repaired', ...subject }),
    )
    return true
  })
}
