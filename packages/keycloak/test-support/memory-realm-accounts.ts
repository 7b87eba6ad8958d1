import type { RealmAccount, RealmAccounts } from '../src/index.ts'

/** {@link RealmAccounts} in memory, their secrets unsealed: for tests alone. */
export function createMemoryRealmAccounts(): RealmAccounts {
  const byReservation = new Map<string, RealmAccount>()
  const all = () => [...byReservation.values()]

  const add = async (account: RealmAccount) => {
    if (byReservation.has(account.reservation)) return false
    byReservation.set(account.reservation, account)
    return true
  }

  return {
    add,
    begin: add,
    async find(reservation) {
      return byReservation.get(reservation)
    },
    async findLive(realm) {
      return all().find((each) => each.realm === realm && each.status === 'live')
    },
    async findAbandoned(realm) {
      return all().filter(
        (each) => each.status === 'abandoned' && (realm === undefined || each.realm === realm),
      )
    },
    async goLive(reservation, since) {
      const found = byReservation.get(reservation)
      if (found?.status !== 'begun') return false
      byReservation.set(reservation, { ...found, status: 'live', since })
      return true
    },
    async mark(reservation, status, since) {
      const found = byReservation.get(reservation)
      if (found) byReservation.set(reservation, { ...found, status, since })
    },
    async requireLease() {},
    async remove(reservation) {
      byReservation.delete(reservation)
    },
  }
}
