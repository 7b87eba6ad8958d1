/** A secret that signs tokens. When it signs and when it is accepted follows from its times. */
export interface SigningKey {
  /** The key's id, which the header of every token names (RFC 7515, section 4.1.4). */
  readonly kid: string
  /** At least 32 bytes, base64url without padding; empty once a forced rotation has taken effect. */
  readonly secret: string
  /** The key signs from this moment on, until a newer key does. */
  readonly activeFrom: Date
  /** The key is accepted until this moment in any case; `null` leaves it to the rotation. */
  readonly acceptedUntil: Date | null
  /** Set by a forced rotation: from this moment on, no token that the key signed is accepted again. */
  readonly revokedAt: Date | null
}
