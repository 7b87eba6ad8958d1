import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { ClientType, Requester } from '../records/client.ts'
import type { LoginProof } from '../records/proof.ts'
import type { AuthSettings } from '../settings.ts'
import type { LoginContext } from './machine-types.ts'

/** What the effects of a step work with, and the transaction they happen in. */
export interface StepWork {
  /** What is not in the transaction: clock, secrets, keys. */
  readonly ports: Ports
  /** The core's settings, such as how long codes and tokens hold. */
  readonly settings: AuthSettings
  /** All records are read and written in it. */
  readonly tx: Transaction
}

/** The same for a step of a login: also who asks, and what is proven by now. */
export interface LoginWork extends StepWork {
  /** Who asks, and when. */
  readonly from: Requester
  /** The accounts that are proven, how and when. */
  readonly proof: LoginProof
  /** What else belongs on the record of the login. */
  readonly note?: Readonly<Record<string, string>>
}

/** The settings the machine decides by. */
export function loginContext(settings: AuthSettings, client: ClientType): LoginContext {
  return { client, otpExempt: settings.otpExemptClients }
}
