import type { AuditEvent, Store } from '@gatehouse/auth-core/ports'
import type { WorkLog } from './work-log.ts'

/**
 * Gets what has happened, as it stands in the audit log, right after it was committed: `signed_up`, `login`,
 * `member_removed` and so on, with `outcome` `refused` for what was refused. At most once: a process that dies between
 * the two tells nothing. What it throws, or rejects with, is reported and changes nothing.
 */
export type OnEvent = (event: AuditEvent) => void | Promise<void>

/** Who hears of events, and of failures of that. */
export interface EventOptions {
  /** The listener; without one the store stays as it is. */
  readonly onEvent: OnEvent | undefined
  /** Gets what the listener throws. */
  readonly log: Pick<WorkLog, 'error'>
}

/** Wraps a store, so that a listener hears of what is recorded in it. */
export function announceEvents(store: Store, { onEvent, log }: EventOptions): Store {
  if (!onEvent) return store
  const tell = async (event: AuditEvent) => {
    try {
      await onEvent(event)
    } catch (error) {
      log.error({ err: error, event: event.kind }, 'the listener for events failed')
    }
  }
  return {
    checkReady: () => store.checkReady(),
    async transaction(work) {
      let recorded: AuditEvent[] = []
      const result = await store.transaction((tx) => {
        // When the work runs again, only its last run counts.
        recorded = []
        const record = async (event: AuditEvent) => {
          await tx.auditLog.record(event)
          recorded.push(event)
        }
        return work({ ...tx, auditLog: { ...tx.auditLog, record } })
      })
      for (const event of recorded) void tell(event)
      return result
    },
  }
}
