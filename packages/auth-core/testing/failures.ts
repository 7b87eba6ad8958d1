import { PortError, type PortFailure, type PortName } from '../src/ports/index.ts'

/**
 * How a port fails.
 *
 * - `always`: every call, until it is healed.
 * - `once`: the next call alone.
 * - `never_answers`: calls wait until it is healed, and then fail with `timeout`.
 */
export type FailureMode = 'always' | 'once' | 'never_answers'

/** Makes ports fail, and work again. */
export interface Failures {
  /**
   * Makes the calls of a port fail from now on.
   *
   * @param failure Why, for the `PortError`; `unavailable` unless given.
   */
  fail(port: PortName, mode?: FailureMode, failure?: PortFailure): void
  /** Ends the failures of a port; without a name, of all. Does nothing where there are none. */
  heal(port?: PortName): void
}

/** {@link Failures}, and how ports come under them. */
export interface FailurePlan extends Failures {
  /** The same port, whose methods of these names fail as planned. Everything else stays as it is. */
  guard<Port extends object>(name: PortName, port: Port, methods: readonly (keyof Port)[]): Port
}

interface Planned {
  readonly mode: FailureMode
  readonly failure: PortFailure
  /** Lets the calls that wait fail. */
  readonly healed: PromiseWithResolvers<void>
}

/** A plan under which no port fails yet. */
export function createFailurePlan(): FailurePlan {
  const plans = new Map<PortName, Planned>()

  const end = (port: PortName) => {
    plans.get(port)?.healed.resolve()
    plans.delete(port)
  }

  async function failIfPlanned(port: PortName): Promise<void> {
    const planned = plans.get(port)
    if (planned === undefined) return
    if (planned.mode === 'once') end(port)
    if (planned.mode === 'never_answers') {
      await planned.healed.promise
      throw new PortError(port, 'timeout')
    }
    throw new PortError(port, planned.failure)
  }

  return {
    fail(port, mode = 'always', failure = 'unavailable') {
      end(port)
      plans.set(port, { mode, failure, healed: Promise.withResolvers() })
    },

    heal(port) {
      for (const each of port === undefined ? [...plans.keys()] : [port]) end(each)
    },

    guard: (name, port, methods) =>
      new Proxy(port, {
        get(target, key) {
          const value: unknown = Reflect.get(target, key)
          const isGuarded = methods.some((method) => method === key)
          if (!isGuarded || typeof value !== 'function') return value
          return async (...given: readonly unknown[]): Promise<unknown> => {
            await failIfPlanned(name)
            return Reflect.apply(value, target, given)
          }
        },
      }),
  }
}
