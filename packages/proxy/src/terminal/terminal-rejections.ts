import { answerSocket } from '../answer-socket.ts'
import { parseBackendUrl } from '../backend-url.ts'
import { downstreamHeaders } from '../downstream-headers.ts'
import type { ProxyHost, RawAnswer } from '../proxy-host.ts'
import type { Rejection } from '../rejection.ts'
import { withRequestId } from '../with-request-id.ts'
import type {
  AuthorizedTerminal,
  TerminalConnection,
  Upgrade,
  UpstreamAnswer,
} from './terminal-connection.ts'
import type { TerminalObserver } from './terminal-observer.ts'

/** Answers upgrades that do not become terminals, and closes their sockets. */
export interface TerminalRejections {
  /** Answers with the bridge's own rejection. */
  reject(upgrade: Upgrade, rejection: Rejection, requestId: string): void
  /** Answers with the backend's answer, or with the failure to get one. */
  passOn(terminal: AuthorizedTerminal, connection: NoConnection): void
}

type NoConnection = Exclude<TerminalConnection, { readonly kind: 'connected' }>

/** What rejecting upgrades needs. */
export interface TerminalRejectionOptions extends ProxyHost {
  /** Origin of the backend, which clients cannot reach. */
  readonly backendUrl: string
  /** Counts terminals. */
  readonly observer?: TerminalObserver | undefined
}

/** Logs and counts each upgrade that is rejected or passed on. */
export function createTerminalRejections(options: TerminalRejectionOptions): TerminalRejections {
  const { log, observer, renderer } = options
  const { origin } = parseBackendUrl(options.backendUrl)
  const reject: TerminalRejections['reject'] = ({ socket }, rejection, requestId) => {
    log.info({ request_id: requestId, code: rejection.code }, 'terminal refused')
    observer?.rejected(rejection.code)
    answerSocket(socket, withRequestId(renderer.answer(rejection, requestId), requestId))
  }
  return {
    reject,
    passOn({ upgrade, context }, connection) {
      const { requestId, target } = context
      const fields = { request_id: requestId, agent_id: target.agentId }
      log.warn({ ...fields, outcome: connection.kind }, 'terminal not opened')
      observer?.notOpened(connection.kind)
      if (connection.kind === 'gone') upgrade.socket.destroy()
      else if (connection.kind === 'answered') {
        const answer = downstreamAnswer(connection.answer, origin)
        answerSocket(upgrade.socket, withRequestId(answer, requestId))
      } else reject(upgrade, rejectionOf[connection.kind], requestId)
    },
  }
}

/** The answer of a backend that would not upgrade, less what ends at this hop or belongs to upgrades. */
function downstreamAnswer(
  { status, rawHeaders, body }: UpstreamAnswer,
  backendOrigin: string,
): RawAnswer {
  const headers = downstreamHeaders(rawHeaders, backendOrigin)
  const kept = headers.filter((_value, index) => {
    const name = headers[index - (index % 2)]?.toLowerCase() ?? ''
    return name !== 'content-length' && !name.startsWith('sec-websocket-')
  })
  return { status, headers: [...kept, 'Content-Length', String(body.length)], body }
}

/** Of one account or organization, or from one network. */
export const tooManyTerminals: Rejection = {
  code: 'rate_limited',
  detail: 'Too many terminals are open. Close one first.',
  headers: { 'Retry-After': '10' },
}

/** The service is stopping. */
export const closingDown: Rejection = { code: 'overloaded', headers: { 'Retry-After': '5' } }

const rejectionOf: Readonly<Record<'failed' | 'timeout' | 'aborted', Rejection>> = {
  failed: { code: 'upstream_unavailable' },
  timeout: { code: 'upstream_timeout' },
  aborted: closingDown,
}
