import type { Ports } from '../ports/index.ts'
import type { Transaction } from '../ports/store.ts'
import type { Requester } from '../records/client.ts'
import type { LoginProof } from '../records/proof.ts'
import type { AuthSettings } from '../settings.ts'

/** What one step of a login works with: its transaction, who asks, and what is proven by now. */
export interface LoginWork {
  readonly ports: Ports
  readonly settings: AuthSettings
  readonly tx: Transaction
  readonly from: Requester
  readonly proof: LoginProof
  /** What else belongs on the record of the login. */
  readonly note?: Readonly<Record<string, string>>
}
