import type { RejectionCode } from '../rejection.ts'
import type { TerminalConnection } from './terminal-connection.ts'

/** Gets notified about terminals. */
export interface TerminalObserver {
  /** A terminal was opened. */
  opened(): void
  /** A terminal has ended. @param code Its close code; a backend may have invented it. */
  closed(code: number): void
  /** The backend's side could not be opened. If that leads to a rejection, `rejected` is called too. */
  notOpened(how: Exclude<TerminalConnection['kind'], 'connected'>): void
  /** An upgrade was answered with a rejection. */
  rejected(code: RejectionCode): void
}
