import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { ClientType, Requester } from '../records/client.ts'
import type { Ending } from '../records/ending.ts'
import type { LoginProof } from '../records/proof.ts'
import type { AuthSettings } from '../settings.ts'
import type { LoginContext } from './machine-types.ts'

/** What the effects of a step need, and the transaction in which they happen. */
export interface StepWork {
  /** The ports outside the transaction: clock, secrets, keys. */
  readonly ports: Ports
  /** The core's settings, such as how long codes and tokens are valid. */
  readonly settings: AuthSettings
  /** The transaction in which all records are read and written. */
  readonly tx: Transaction
}

/** What renewing a token needs: also what ended of its session. */
export interface RenewalWork extends StepWork {
  /** The endings of the session, as stored now. */
  readonly endings: readonly Ending[]
}

/** What the effects of a login's step need: also the client, and the proof so far. */
export interface LoginWork extends StepWork {
  /** The client that sent the request, and when the request arrived. */
  readonly from: Requester
  /** The accounts that are proven, with the method and the time. */
  readonly proof: LoginProof
  /** Further details for the record of the login. */
  readonly note?: Readonly<Record<string, string>>
}

/** The settings the machine decides by. */
export function loginContext(settings: AuthSettings, client: ClientType): LoginContext {
  return { client, otpExempt: settings.otpExemptClients }
}
