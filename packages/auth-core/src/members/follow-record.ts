import type { Ports } from '../ports/ports.ts'
import type { Account } from '../records/account.ts'

/**
 * Enables or disables the user in the credential store as our record says, until the record has not changed
 * meanwhile. When two administrators disagree, our record decides.
 *
 * @throws {PortError} When the credential store fails; a disabled member stays locked out by our record.
 */
export async function followRecord(
  { credentialStore, store }: Pick<Ports, 'credentialStore' | 'store'>,
  accountId: string,
): Promise<void> {
  const read = () => store.transaction((tx) => tx.accounts.find(accountId))
  for (let account = await read(); isMember(account); ) {
    const { status } = account
    await credentialStore.setEnabled(account, status === 'active')
    account = await read()
    if (account?.status === status) return
  }
}

function isMember(account: Account | undefined): account is Account {
  return account?.status === 'active' || account?.status === 'disabled'
}
