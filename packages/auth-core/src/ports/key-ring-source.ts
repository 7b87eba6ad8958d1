import type { SigningKey } from '../records/signing-key.ts'

/** The signing keys this process knows. Reading them costs nothing: no I/O. */
export interface KeyRingSource {
  /** All keys, in no order; at least one of them signs. A change makes another array. */
  current(): readonly SigningKey[]
}
