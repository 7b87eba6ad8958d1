/** A secret that signs tokens. When it signs and when it is accepted follows from its times. */
export interface SigningKey {
  /** Named in the header of every token it signed (RFC 7515, section 4.1.4). */
  readonly kid: string
  /** At least 32 bytes, base64url without padding; empty once a forced rotation has taken effect. */
  readonly secret: string
  /** It signs from this moment on, until a newer one does. */
  readonly activeFrom: Date
  /** Accepted until this moment whatever else holds; `null` leaves it to the rotation. */
  readonly acceptedUntil: Date | null
  /** Set by a forced rotation: nothing it signed is accepted from this moment on, ever again. */
  readonly revokedAt: Date | null
}
