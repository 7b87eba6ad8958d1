/** The data that the rules check. Moments are epoch milliseconds. It holds no secrets. */
export interface Evidence {
  readonly attempts: readonly Attempt[]
  readonly faults: readonly Fault[]
  readonly signUps: readonly SignUpTrial[]
  readonly secrets: readonly SecretTrial[]
  readonly uses: readonly CredentialUse[]
  /** When sessions and passwords ended, by their keys. */
  readonly endings: ReadonlyMap<string, Ending>
  /** When each withdrawn signing key stopped being accepted, by its id. */
  readonly revocations: ReadonlyMap<string, number>
  readonly terminals: readonly TerminalTrial[]
  readonly passwords: readonly PasswordTrial[]
  readonly recoveries: readonly Recovery[]
  readonly arrivals: readonly MailArrival[]
  readonly records: Records
}

/** One request and its answer. Attempts of one operation are repetitions of the same request. */
export interface Attempt {
  readonly operation: number
  /** Method and path. */
  readonly what: string
  readonly sentAt: number
  readonly endedAt: number
  /** `null` when the connection ended without an answer. */
  readonly status: number | null
  readonly code: string | undefined
  /** Whether it is a whole problem document (RFC 9457). */
  readonly isProblem: boolean
  readonly requestId: string | undefined
  /** The next step after a login that was answered with 200. */
  readonly next: 'token' | 'code' | 'choice' | undefined
}

/** What was done to the environment. */
export type FaultKind =
  | 'kill'
  | 'drain'
  | 'database restart'
  | 'database outage'
  | 'cut'
  | 'delay'
  | 'rotation'
  | 'worker kill'
  | 'worker stop'
  | 'keycloak kill'
  | 'keycloak pause'
  | 'keycloak cut'
  | 'provider slow'
  | 'provider down'
  | 'provider hung'
  | 'clock jump'
  | 'jump of all clocks'
  | 'kill in a jump'
  | 'full disk'

/** A fault, from its beginning until everything is as it was. */
export interface Fault {
  readonly kind: FaultKind
  /** Whether it hit the only gateway, so that nothing could serve meanwhile. */
  readonly isOfAll?: boolean
  readonly beganAt: number
  readonly endedAt: number
}

/** A sign-up, which was repeated until it was answered. */
export interface SignUpTrial {
  readonly username: string
  readonly tenantId: string
  /** 201, or the code of the refusal. */
  readonly answer: string
  /** What a 201 said. */
  readonly userId: string | undefined
  /** The number of earlier attempts without an answer, which may have had an effect. */
  readonly lost: number
}

/** A secret that may be accepted once, and was sent several times. */
export interface SecretTrial {
  readonly kind: 'code' | 'reset' | 'verification' | 'arrival'
  readonly username: string
  readonly accepted: number
  /** Whether an attempt had no answer, and may have been accepted. */
  readonly lost: boolean
  readonly madeAt: number
  readonly endedAt: number
  readonly expiresAt: number
}

/** A credential that was presented, and the answer. */
export interface CredentialUse {
  readonly what: 'access' | 'refresh' | 'session' | 'password'
  /** The key of the session or password, which finds its ending. */
  readonly key: string
  readonly kid: string | undefined
  readonly expiresAt: number | undefined
  readonly isForged: boolean
  /** When it was asked for; when it was shown, where that is not known. */
  readonly issuedAt: number
  /** When it had come; as `issuedAt` unless given. */
  readonly cameAt?: number
  /** When the answered attempt was sent. */
  readonly sentAt: number
  readonly endedAt: number
  readonly status: number
}

/** When a session or password began to end, and when it had ended for certain. */
export interface Ending {
  readonly begunAt: number
  /** `undefined` when no client was told that it has ended. */
  readonly certainAt: number | undefined
  /**
   * Whether access tokens end with it: not after a logout, and not after a change made directly in the
   * database.
   */
  readonly endsAccess: boolean
}

/** A terminal, from its opening to its end. */
export interface TerminalTrial {
  readonly key: string
  readonly kid: string | undefined
  readonly expiresAt: number
  /** When the token was given out. */
  readonly issuedAt: number
  readonly openedAt: number
  /** When the last echo arrived. */
  readonly lastEchoAt: number
  readonly closedAt: number
  readonly closeCode: number
}

/** Which of a person's passwords work at the end, by their numbers. */
export interface PasswordTrial {
  readonly username: string
  /** The passwords of which one must work. */
  readonly promised: readonly number[]
  readonly works: readonly number[]
}

/** How long a gateway took to work again after the database was back. */
export interface Recovery {
  readonly gateway: string
  readonly milliseconds: number
}

/** The arrival of a mail. */
export interface MailArrival {
  /** The id of its entry in the outbox. */
  readonly id: string
  readonly at: number
}

/** What is in the database in the end. */
export interface Records {
  readonly accounts: readonly AccountRecord[]
  /** Tenants that are not in use. */
  readonly unfinishedTenants: readonly string[]
  /** Users and realms of the credential store that belong to no account. */
  readonly strayCredentials: readonly string[]
  readonly outbox: readonly OutboxRecord[]
  readonly audit: readonly AuditRecord[]
}

/** An account in the database. */
export interface AccountRecord {
  readonly id: string
  readonly username: string
  readonly tenantId: string
  readonly standing: string
  /** Whether tenant, realm and user of the credential store are there, and belong together. */
  readonly isWhole: boolean
}

/** A mail in the database. */
export interface OutboxRecord {
  readonly id: string
  readonly accountId: string
  readonly kind: string
  readonly notAfter: number | null
  readonly settledAt: number | null
  readonly reason: string | null
}

/** An audit event in the database. */
export interface AuditRecord {
  readonly kind: string
  readonly outcome: string
  readonly accountId: string | null
  readonly requestId: string | null
}
