import { undoReservedSignUps } from '@gatehouse/auth-core'
import { reservationSeconds } from '@gatehouse/auth-core/operator'
import { checkIntegrity } from '@gatehouse/sql'
import type { Deployment } from '../records/open-deployment.ts'
import type { Finding } from './finding.ts'

/** Checks the database for damage, and for unfinished sign-ups. */
export async function* checkDatabase({ database, ports }: Deployment): AsyncGenerator<Finding> {
  for (const text of await checkIntegrity(database)) {
    yield { code: 'database_damaged', where: 'database', about: '', text }
  }
  const now = ports.clock.now().getTime()
  const reservedBefore = new Date(now - reservationSeconds * 1000)
  const left = await ports.store.transaction((tx) => tx.tenants.findReservedBefore(reservedBefore))
  for (const { id, createdAt } of left) {
    yield {
      code: 'reservation_abandoned',
      where: id,
      about: '',
      text: `its sign-up began at ${createdAt.toISOString()} and was never finished`,
      repair: async () => void (await undoReservedSignUps(ports, { reservedBefore })),
    }
  }
}
