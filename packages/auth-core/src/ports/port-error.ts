/** The ports that depend on something outside and can fail. */
export type PortName = 'store' | 'credential_store' | 'mailer' | 'rate_limiter' | 'oidc_provider'

/**
 * Why a port failed.
 *
 * - `unavailable`: could not be reached, or answered that it cannot work now. Trying later helps.
 * - `timeout`: did not answer in time. Whether it acted is unknown.
 * - `rejected`: refused this very request for good. Trying again does not help.
 * - `corrupt`: answered something that makes no sense.
 */
export type PortFailure = 'unavailable' | 'timeout' | 'rejected' | 'corrupt'

/**
 * Marks an error of this package, whichever copy of the package made it. Two copies are loaded where an
 * adapter brings one of its own, and each has its own classes.
 */
function mark(error: Error, kind: symbol): void {
  Object.defineProperty(error, kind, { value: true })
}

/** What `instanceof` asks of a class whose errors have this mark. A subclass knows its own alone. */
function instancesWith(kind: symbol): (this: unknown, value: unknown) => boolean {
  return function (value) {
    const isSubclass = typeof this === 'function' && !Object.hasOwn(this, Symbol.hasInstance)
    if (isSubclass) return isInstance.call(this, value)
    return typeof value === 'object' && value !== null && kind in value
  }
}

const isInstance = Function.prototype[Symbol.hasInstance]
const namedCause = Symbol.for('@gatehouse/auth-core NamedCause')
const portError = Symbol.for('@gatehouse/auth-core PortError')

/**
 * A cause that an adapter knows well enough to name it, so that operators are told what to do. `instanceof`
 * also knows those of another copy of this package.
 */
export class NamedCause extends Error {
  /** Whether a copy of this package made the error. */
  static override readonly [Symbol.hasInstance] = instancesWith(namedCause)

  /** Always `NamedCause`. */
  override readonly name = 'NamedCause'
  /** A stable word, and the reply code of the dependency if it gave one: `login_refused 535`. No secret. */
  readonly reason: string

  /** @param message For the log. Holds no secret. */
  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
    mark(this, namedCause)
  }
}

/**
 * A dependency's fault. Adapters throw it, with the driver's error, if there is one, as `cause`; the
 * core does where a lease ran out meanwhile, or a store's answer is of no use. Its message holds no
 * secret and no value from the request. `instanceof` also knows those of another copy of this package.
 */
export class PortError extends Error {
  /** Whether a copy of this package made the error. */
  static override readonly [Symbol.hasInstance] = instancesWith(portError)

  /** Always `PortError`. */
  override readonly name = 'PortError'
  /** The port that failed. */
  readonly port: PortName
  /** Why it failed. */
  readonly failure: PortFailure
  /** The reason of a {@link NamedCause}, otherwise `failure`. */
  readonly reason: string

  /** @param cause The driver's error, where there is one. */
  constructor(port: PortName, failure: PortFailure, cause?: unknown) {
    super(`${port} ${failure}`, { cause })
    this.port = port
    this.failure = failure
    this.reason = cause instanceof NamedCause ? cause.reason : failure
    mark(this, portError)
  }
}
