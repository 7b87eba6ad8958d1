import { PortError, type PortName, type Ports } from '@gatehouse/auth-core/ports'

/** What happens to one call of a port: it, or the process with it, fails before it is done or after. */
export interface Fault {
  /** Which call of a request: 0 is the first. */
  readonly call: number
  readonly how: 'fails before' | 'fails after' | 'dies before' | 'dies after'
}

/** Ports through which calls go one by one, where a test can stop them. */
export interface FaultyPorts {
  readonly ports: Pick<Ports, 'credentialStore' | 'rateLimiter' | 'store'>
  /** From now on calls are counted anew, and this is what happens to one of them. */
  arm(fault: Fault | null): void
  /** Calls wait for so many turns, so that requests that run together interleave. */
  interleave(turns: readonly number[]): void
  /** Resolves when the process dies. */
  readonly death: () => Promise<void>
}

/** Puts faults between the service and the ports that can fail. */
export function createFaultyPorts(whole: FaultyPorts['ports']): FaultyPorts {
  let fault: Fault | null = null
  let calls = 0
  let turns: readonly number[] = []
  let isDead = false
  let die: () => void = () => {}
  let death = new Promise<void>((resolve) => (die = resolve))

  // Who is dead hears no answer.
  const perish = (): Promise<never> => {
    isDead = true
    die()
    return new Promise<never>(() => {})
  }

  async function pass<Result>(port: PortName, call: () => Promise<Result>): Promise<Result> {
    await wait(turns[calls % turns.length] ?? 0)
    if (isDead) return perish()
    const hit = fault?.call === calls ? fault.how : null
    calls += 1
    if (hit === 'dies before') return perish()
    if (hit === 'fails before') throw new PortError(port, 'unavailable')
    const result = await call()
    if (hit === 'dies after' || isDead) return perish()
    if (hit === 'fails after') throw lostAnswer(port)
    return result
  }

  return {
    ports: {
      store: {
        ...whole.store,
        transaction: (work) => pass('store', () => whole.store.transaction(work)),
      },
      rateLimiter: each('rate_limiter', whole.rateLimiter),
      credentialStore: each('credential_store', whole.credentialStore),
    },
    arm(next) {
      fault = next
      calls = 0
      isDead = false
      death = new Promise<void>((resolve) => (die = resolve))
    },
    interleave(next) {
      turns = next
    },
    death: () => death,
  }

  function each<Port extends object>(name: PortName, port: Port): Port {
    const methods = Object.entries(port as Readonly<Record<string, Method>>).map(
      ([key, method]) => [
        key,
        (...values: readonly unknown[]) => pass(name, () => method(...values)),
      ],
    )
    return Object.fromEntries(methods) as Port
  }
}

type Method = (...values: readonly unknown[]) => Promise<unknown>

async function wait(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
}

/** Who does not hear from the credential store cannot tell whether it did its work. */
function lostAnswer(port: PortName): PortError {
  return new PortError(port, port === 'credential_store' ? 'timeout' : 'unavailable')
}
