import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AccessClaims } from '@gatehouse/auth-core'
import {
  bearerToken,
  headerValues,
  isIdentityName,
  peerAddress,
  type TrustedProxies,
} from '@gatehouse/auth-core/requests'
import type { ProxiedRequest } from '../authenticating-proxy.ts'
import { tokenMissing, tokenRefused } from '../bearer.ts'
import { createNameMemo } from '../name-memo.ts'
import type { ProxyHost } from '../proxy-host.ts'
import { rejectRequest } from '../reject-request.ts'
import type { Rejection } from '../rejection.ts'
import { authorizeTerminal, type TerminalRules } from '../terminal/authorize-terminal.ts'
import { identityHeaders } from '../upstream-headers.ts'
import { createKnownHosts } from './known-hosts.ts'
import { type HandedOn, readQuestion } from './read-question.ts'

/** What a target is, to one who is asked whether a request to it may pass. */
export type CheckedTarget =
  /** It opens a terminal: the token may stand in its query, and the origin of a page counts. */
  | { readonly kind: 'terminal'; readonly token?: string }
  /** Any other target that leads to one place, however it is read. */
  | { readonly kind: 'plain' }
  /** Two servers could read it differently, or it is none of a backend. */
  | { readonly kind: 'refused' }

/** The parts of forward authentication. */
export interface ForwardAuthOptions extends Pick<ProxyHost, 'renderer'>, TerminalRules {
  /** The address of checks, without a slash at its end. */
  readonly path: string
  /** The proxies that may ask about requests of others. */
  readonly trustedProxies: TrustedProxies
  /** The hosts that requests may be for, each with its port if that is neither 80 nor 443. */
  readonly hosts: readonly string[]
  /** Reads a target exactly as it stood in the request line. */
  readonly readTarget: (target: string, method: string) => CheckedTarget
}

/** Tells other proxies whether they may let a request pass. */
export interface ForwardAuth {
  /**
   * Answers a check, whatever it is about: 200 with the identity headers, or a rejection. A rejection for anything but
   * the token, and the origin of a page, is `request_refused`: 403, which all proxies hand on to their clients.
   *
   * A trusted proxy hands on a whole request, or is refused. Any other peer asks about its own token alone.
   */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    context: Pick<ProxiedRequest, 'answerHeaders' | 'receivedAt' | 'requestId'>,
  ): void
}

/** Puts the check of tokens at the service of other proxies. */
export function createForwardAuth(options: ForwardAuthOptions): ForwardAuth {
  const judge = createJudge(options)
  const { renderer } = options
  return {
    answer(request, response, { answerHeaders, receivedAt, requestId }) {
      const verdict = judge(request, receivedAt)
      if (verdict.kind === 'rejected') {
        rejectRequest(response, verdict.rejection, { renderer, answerHeaders, requestId })
        return
      }
      // As one list, Node writes them as they are; with `setHeader`, it would build a table of them first.
      response.writeHead(200, [...answerHeaders, ...identityHeaders(verdict.claims), ...always])
      response.end()
    },
  }
}

const always = ['Cache-Control', 'no-store', 'Content-Length', '0']

type Verdict =
  | { readonly kind: 'valid'; readonly claims: AccessClaims }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

function createJudge(options: ForwardAuthOptions) {
  const { path, trustedProxies } = options
  const judgeHandedOn = createJudgeOfOthers(options)
  return (request: IncomingMessage, at: Date): Verdict => {
    const { rawHeaders, socket } = request
    if (namesAnIdentity(rawHeaders)) return forged
    const question = readQuestion(request, path)
    const isTrusted = trustedProxies.includes(peerAddress(socket.remoteAddress ?? ''))
    if (question.kind === 'own') {
      return isTrusted ? incomplete : judgeToken(rawHeaders, at, options)
    }
    if (!isTrusted) return untrusted
    return question.kind === 'unclear' ? incomplete : judgeHandedOn(question, rawHeaders, at)
  }
}

function createJudgeOfOthers(options: ForwardAuthOptions) {
  const isKnownHost = createKnownHosts(options.hosts)
  return (
    { method, host, target: text }: HandedOn,
    rawHeaders: readonly string[],
    at: Date,
  ): Verdict => {
    if (!isCheckedMethod(method)) return refuse('The method is none that is let through.')
    if (!isKnownHost(host)) return refuse('FORWARD_AUTH_HOSTS does not name the host.')
    const target = options.readTarget(text, method)
    if (target.kind === 'refused') return refuse('The target is none that is let through.')
    if (target.kind === 'plain') return judgeToken(rawHeaders, at, options)

    const [origin, second] = headerValues(rawHeaders, 'origin')
    if (second !== undefined) return refuse('The request has more than one Origin.')
    const request = { rawHeaders, origin, queryToken: target.token, at }
    const judged = authorizeTerminal(request, options)
    if (judged.kind === 'authorized') return valid(judged.authenticated.claims)
    return judged.rejection.code === 'malformed_request' ? unclearToken : judged
  }
}

function judgeToken(
  rawHeaders: readonly string[],
  at: Date,
  { authenticate }: Pick<ForwardAuthOptions, 'authenticate'>,
): Verdict {
  const bearer = bearerToken(rawHeaders)
  if (bearer.kind === 'malformed') return unclearToken
  if (bearer.kind === 'missing') return reject(tokenMissing)
  const verified = authenticate(bearer.token, at)
  return verified.kind === 'refused' ? reject(tokenRefused(verified)) : valid(verified.claims)
}

/** Methods are compared with regard to case (RFC 9110, section 9.1). These two go to no backend (T-71). */
function isCheckedMethod(method: string): boolean {
  return /^(?!(?:CONNECT|TRACE)$)[A-Z][A-Z-]{0,31}$/.test(method)
}

/**
 * Whether a request says itself who sends it, in any spelling. The backend gets its fields from another proxy, which may
 * keep them beside those of the answer (T-65).
 */
function namesAnIdentity(rawHeaders: readonly string[]): boolean {
  return rawHeaders.some((name, index) => index % 2 === 0 && ruleOf(name).isIdentity)
}

const ruleOf = createNameMemo((name) => ({ isIdentity: isIdentityName(name) }))

function valid(claims: AccessClaims): Verdict {
  return { kind: 'valid', claims }
}

function reject(rejection: Rejection): Verdict {
  return { kind: 'rejected', rejection }
}

function refuse(detail: string): Verdict {
  return reject({ code: 'request_refused', detail })
}

const untrusted = refuse('TRUSTED_PROXIES does not name the proxy that asks.')
const incomplete = refuse(
  'The proxy has to hand on X-Forwarded-Method, X-Forwarded-Host and X-Forwarded-Uri, each once.',
)
const forged = refuse('No client may send fields that begin with X-Gatehouse.')
const unclearToken = refuse('The request has more than one token.')
