import { voidCredentials } from '../account/void-credentials.ts'
import type { Ports } from '../ports/index.ts'
import { systemEvent } from '../records/audit.ts'

/** An account whose user in the credential store was made anew. */
export interface CredentialReplacement {
  readonly accountId: string
  /** What the credential store called the user. */
  readonly from: string
  /** What it calls the user now. */
  readonly to: string
}

/**
 * Notes that a user in the credential store has taken the place of another, and closes everything
 * the other had opened. Repeating it is harmless.
 *
 * @returns Whether it was noted: not where somebody else has changed the account meanwhile.
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
