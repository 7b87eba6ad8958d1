import type { Ports } from '../ports/ports.ts'
import type { Account } from '../records/account.ts'

/**
 * Enables or disables the user of an account in the credential store, as our record says, until the
 * record says the same afterwards: of two administrators who differ, the record's has the last word.
 *
 * @throws {PortError} When the credential store fails; the record still keeps out who is disabled.
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
