import type { ProblemCode } from '../../problems/problems.ts'
import type { Connection } from './connect-terminal.ts'

/** Is told what becomes of terminals. */
export interface TerminalObserver {
  opened(): void
  /** @param code The one it ended with; a backend may have made it up. */
  closed(code: number): void
  /** The backend was asked, in vain. What makes a problem of it is told by `refused` too. */
  notOpened(how: Exclude<Connection['kind'], 'connected'>): void
  refused(code: ProblemCode): void
}
