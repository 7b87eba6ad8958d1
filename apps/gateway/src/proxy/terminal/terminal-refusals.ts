import type { Problem } from '../../problems/problem.ts'
import type { ProxyLog } from '../proxy-log.ts'
import type { AdmittedUpgrade, Connection, Upgrade } from './connect-terminal.ts'
import { refuseUpgrade, relayAnswer } from './refuse-upgrade.ts'
import type { TerminalObserver } from './terminal-observer.ts'

/** Answers upgrades that become no terminals. */
export interface TerminalRefusals {
  /** With a problem of this gateway's own. */
  refuse(upgrade: Upgrade, problem: Problem): void
  /** With what the backend said, or with what keeps it from saying anything. */
  passOn(terminal: AdmittedUpgrade, connection: Unopened): void
}

type Unopened = Exclude<Connection, { readonly kind: 'connected' }>

export interface TerminalRefusalOptions {
  readonly log: ProxyLog
  /** Where the page that explains errors is served, without a slash at the end. */
  readonly problemBase: string
  /** Counts terminals. */
  readonly observer?: TerminalObserver | undefined
}

export function createTerminalRefusals(options: TerminalRefusalOptions): TerminalRefusals {
  const { log, observer, problemBase } = options
  const refuse = ({ socket }: Upgrade, problem: Problem) => {
    log.info({ request_id: problem.requestId, code: problem.code }, 'terminal refused')
    observer?.refused(problem.code)
    refuseUpgrade(socket, problem, problemBase)
  }
  return {
    refuse,
    passOn({ upgrade, context }, connection) {
      const { requestId, target } = context
      const fields = { request_id: requestId, agent_id: target.agentId }
      log.warn({ ...fields, outcome: connection.kind }, 'terminal not opened')
      observer?.notOpened(connection.kind)
      if (connection.kind === 'gone') upgrade.socket.destroy()
      else if (connection.kind === 'answered') relayAnswer(upgrade.socket, connection.answer)
      else refuse(upgrade, { ...notOpened[connection.kind], requestId })
    },
  }
}

/** Of one account, or from one network. */
export const tooManyTerminals: Problem = {
  code: 'rate_limited',
  detail: 'Too many terminals are open. Close one first.',
  headers: { 'Retry-After': '10' },
}

/** For a gateway that is about to stop. */
export const overloaded: Problem = { code: 'overloaded', headers: { 'Retry-After': '5' } }

const notOpened: Readonly<Record<'failed' | 'timeout' | 'aborted', Problem>> = {
  failed: { code: 'upstream_unavailable' },
  timeout: { code: 'upstream_timeout' },
  aborted: overloaded,
}
