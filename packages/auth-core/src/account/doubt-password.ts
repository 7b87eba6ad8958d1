import { tellOwner } from '../mail/tell-owner.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import { systemEvent } from '../records/audit.ts'
import { voidCredentials } from './void-credentials.ts'

/**
 * What is owed when a new password was being set, and it is not known whether it holds: what the old
 * one had opened is closed, it goes on record, and the owner is told.
 */
export async function doubtPassword(
  ports: Pick<Ports, 'clock' | 'secrets'>,
  tx: Transaction,
  accountId: string,
): Promise<void> {
  await voidCredentials(ports, tx, accountId)
  const account = await tx.accounts.find(accountId)
  const tenant = account && (await tx.tenants.find(account.tenantId))
  if (!tenant || account.status === 'removing') return
  await tellOwner(ports, tx, { kind: 'password_doubtful', account, tenant })
  const subject = { accountId, tenantId: tenant.id }
  const fact = { kind: 'password_doubtful', ...subject } as const
  await tx.auditLog.record(systemEvent(ports.clock.now(), fact))
}
