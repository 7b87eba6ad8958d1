import type { Sealer } from '@gatehouse/crypto'
import type { PasswordLeases, RealmAccount, RealmAccounts } from '@gatehouse/keycloak'
import type {
  SqlPasswordLeases,
  SqlRealmAccount,
  SqlRealmAccounts,
  Sealer as SqlSealer,
} from '@gatehouse/sql/records'
import { expect, it } from '@jest/globals'

/** Whether two types are the same, and not only fit. The compiler tells; `true` does not fit else. */
type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false

// Adapters do not import each other, so what one makes and another takes is declared in both.
it('what one adapter makes is what the other takes', () => {
  const sealer: Same<Sealer, SqlSealer> = true
  const account: Same<RealmAccount, SqlRealmAccount> = true
  const accounts: Same<RealmAccounts, SqlRealmAccounts> = true
  const leases: Same<PasswordLeases, SqlPasswordLeases> = true
  expect([sealer, account, accounts, leases]).toEqual([true, true, true, true])
})
