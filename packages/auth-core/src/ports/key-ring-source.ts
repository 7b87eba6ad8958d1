import type { SigningKey } from '../records/signing-key.ts'

/** The signing keys that this process knows. Reading them does no I/O. */
export interface KeyRingSource {
  /** All keys, in no particular order; at least one of them can sign. A change returns a new array. */
  current(): readonly SigningKey[]
}
