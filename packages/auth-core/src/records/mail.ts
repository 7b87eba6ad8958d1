/** Every mail the service sends, with what its text needs. Rendering is the mailer's. */
export type Mail =
  | {
      readonly kind: 'verify_email'
      readonly to: string
      readonly firstName: string
      readonly organization: string
      readonly token: string
    }
  | {
      readonly kind: 'otp'
      readonly to: string
      readonly organization: string
      readonly code: string
      readonly minutes: number
    }
  | {
      readonly kind: 'password_reset'
      readonly to: string
      readonly minutes: number
      /** One for each account of the address; the person picks. */
      readonly accounts: readonly {
        readonly organization: string
        readonly username: string
        readonly token: string
      }[]
    }
  | {
      readonly kind: 'password_changed'
      readonly to: string
      readonly organization: string
      readonly username: string
      readonly at: Date
    }
  /** The owner of the address came through a provider; what was handed out before is void. */
  | {
      readonly kind: 'account_claimed'
      readonly to: string
      readonly organization: string
      readonly username: string
      readonly at: Date
    }

/** A mail on its way. It is stored with what caused it, and leaves at least once or is given up. */
export interface OutboxEntry {
  readonly id: string
  readonly mail: Mail
  /** Whom it concerns, for counting; empty when it concerns several. */
  readonly accountId: string
  readonly createdAt: Date
  /** Not delivered at or after this moment; `null` when it stays useful. */
  readonly notAfter: Date | null
  /** Deliveries tried so far. */
  readonly attempts: number
  /** Not tried before this moment. */
  readonly dueAt: Date
}
