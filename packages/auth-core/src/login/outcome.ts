import { wholeMinutes } from '../lib/time.ts'
import { unreachable } from '../lib/unreachable.ts'
import type { Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { ClientType } from '../records/client.ts'
import type { Refused } from '../refusal.ts'
import { type IssuedToken, issueAccessToken } from '../session/access-token.ts'
import type { AuthSettings } from '../settings.ts'
import type { LoginStep } from './login-work.ts'
import type { LoginContext, LoginEffect, Transition } from './machine.ts'
import { sendOtp } from './send-otp.ts'
import { sealProof } from './session-token.ts'

/** What a login use case tells its caller. A refusal is an answer; only a broken port throws. */
export type LoginOutcome = LoggedIn | OtpRequired | TenantSelectionRequired | Refused

/** Scenario A of the interface document. */
export interface LoggedIn {
  readonly kind: 'authenticated'
  readonly user: Membership
  readonly token: string
  /** Seconds. */
  readonly expiresIn: number
  readonly sessionToken: string
  readonly offered: readonly Membership[]
}

/** Scenario B: a code is on its way to the account's address. */
export interface OtpRequired {
  readonly kind: 'otp_required'
  readonly username: string
  /** Whole minutes for which the code is good, from when it was made. */
  readonly minutes: number
  readonly sessionToken: string
  readonly offered: readonly Membership[]
}

/** Scenario C: several organizations took the password. */
export interface TenantSelectionRequired {
  readonly kind: 'tenant_selection_required'
  readonly sessionToken: string
  readonly offered: readonly Membership[]
}

type LoginTransition = Transition<'tenant_selection' | 'otp_pending' | 'authenticated'>

/** Carries out a transition: first its effects, then the answer the new state calls for. */
export async function settle(step: LoginStep, transition: LoginTransition): Promise<LoginOutcome> {
  if (!transition.ok) return { kind: 'refused', refusal: transition.refusal }
  for (const effect of transition.effects) {
    const refusal = await perform(step, effect)
    if (refusal) return refusal
  }
  return answer(step, transition.state)
}

/** Effects of other use cases never come out of a login's transitions. */
async function perform(step: LoginStep, effect: LoginEffect): Promise<Refused | null> {
  if (effect.kind === 'send_otp') return sendOtp(step, effect.to)
  if (effect.kind === 'record_login') {
    await recordLogin(step, effect)
    return null
  }
  throw new TypeError(`${effect.kind} is not an effect of a login`)
}

async function recordLogin(
  { tx, from, proof, note }: LoginStep,
  { of, otpSkipped }: Extract<LoginEffect, { kind: 'record_login' }>,
): Promise<void> {
  const otp = otpSkipped && { otp: 'skipped' }
  const detail = { methods: proof.methods.join('+'), ...otp, ...note }
  const { client } = proof
  const subject = { accountId: of.account.id, tenantId: of.tenant.id, client, detail }
  await tx.auditLog.record(requestEvent(from, { kind: 'login', ...subject }))
}

async function answer(
  step: LoginStep,
  state: Extract<LoginTransition, { ok: true }>['state'],
): Promise<LoginOutcome> {
  const { offered } = state
  const { ports, settings, proof } = step
  const sessionToken = sealProof(ports, settings, proof)
  switch (state.kind) {
    case 'tenant_selection':
      return { kind: 'tenant_selection_required', sessionToken, offered }
    case 'otp_pending': {
      const { username } = state.chosen.account
      const minutes = wholeMinutes(settings.otpSeconds)
      return { kind: 'otp_required', username, minutes, sessionToken, offered }
    }
    case 'authenticated': {
      const user = state.chosen
      const { token, expiresIn } = await openSession(step, user)
      return { kind: 'authenticated', user, token, expiresIn, sessionToken, offered }
    }
    default:
      return unreachable(state)
  }
}

/** Begins a session (`sid`) and issues its first access token. */
async function openSession(
  { ports, settings, tx, proof }: LoginStep,
  membership: Membership,
): Promise<IssuedToken> {
  const { client, authTime } = proof
  const sessionId = ports.secrets.id()
  const issued = issueAccessToken(ports, settings, { membership, sessionId, client, authTime })
  await tx.sessions.insert({
    id: sessionId,
    accountId: membership.account.id,
    tenantId: membership.tenant.id,
    client,
    authTime,
    issuedAt: issued.issuedAt,
    expiresAt: issued.expiresAt,
    endedAt: null,
  })
  return issued
}

/** The settings the machine decides by. */
export function loginContext(settings: AuthSettings, client: ClientType): LoginContext {
  return { client, otpExempt: settings.otpExemptClients }
}
