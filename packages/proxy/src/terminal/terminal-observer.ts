import type { RejectionCode } from '../rejection.ts'
import type { TerminalConnection } from './connect-terminal.ts'

/** Is told what becomes of terminals. */
export interface TerminalObserver {
  /** One was opened. */
  opened(): void
  /** One has ended. @param code The one it ended with; a backend may have made it up. */
  closed(code: number): void
  /** The backend was asked, in vain. What makes a rejection of it is told by `rejected` too. */
  notOpened(how: Exclude<TerminalConnection['kind'], 'connected'>): void
  /** An upgrade was answered with a rejection. */
  rejected(code: RejectionCode): void
}
