import { type Auth, type ClientType, PortError } from '@gatehouse/auth-core'
import {
  operations,
  type RedirectingUseCase,
  type StreamingUseCase,
  type UseCase,
} from '@gatehouse/http-api'
import type { Instruments } from '@gatehouse/prometheus'
import { definitions } from './definitions.ts'

interface Command {
  readonly from: { readonly client: ClientType }
}

type Outcome = { readonly kind: string } | { readonly kind: 'refused'; readonly refusal: string }

type AnyUseCase = (command: Command) => Promise<Outcome>

function createObserver({ counts }: Instruments) {
  const outcomes = counts(definitions.outcomes)
  return function observe(operation: UseCase, work: AnyUseCase): AnyUseCase {
    return async (command) => {
      const count = (outcome: string) => {
        outcomes.at({ operation, outcome, client: command.from.client }).value += 1
      }
      try {
        const result = await work(command)
        count(wordOf(result))
        return result
      } catch (error) {
        count(error instanceof PortError ? 'failed' : 'error')
        throw error
      }
    }
  }
}

/** The use cases that are not in the table of operations. */
const apart = {
  startOidcLogin: true,
  finishOidcLogin: true,
  exportAudit: true,
} as const satisfies Readonly<Record<RedirectingUseCase | StreamingUseCase, true>>

const useCases = Object.keys({ ...operations, ...apart }) as readonly UseCase[]

/** Counts the outcomes of every use case, in the core's own words. */
export function observeAuth(auth: Auth, instruments: Instruments): Auth {
  const observe = createObserver(instruments)
  // Each is called with the command that its own name stands for.
  const observed = useCases.map((name) => [name, observe(name, auth[name] as AnyUseCase)] as const)
  return { ...auth, ...(Object.fromEntries(observed) as unknown as Pick<Auth, UseCase>) }
}

function wordOf(outcome: Outcome): string {
  return 'refusal' in outcome ? outcome.refusal : outcome.kind
}
