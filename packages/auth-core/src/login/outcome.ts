import { withUsableKey } from '../account/with-usable-key.ts'
import { wholeMinutes } from '../lib/time.ts'
import type { Membership } from '../records/account.ts'
import { type Refused, refused } from '../refusal.ts'
import { sealProof } from '../tokens/session-token.ts'
import type { LoginWork } from './login-work.ts'
import type { Transition } from './machine-types.ts'
import { perform } from './perform.ts'

/** The outcome of a login use case. A refusal is an outcome; only a broken port throws. */
export type LoginOutcome = LoggedIn | OtpRequired | TenantSelectionRequired | Refused

/** Scenario A of the interface document. */
export interface LoggedIn {
  /** The kind of this outcome. */
  readonly kind: 'authenticated'
  /** The account and the tenant that are entered; without an API key that it may not use yet. */
  readonly user: Membership
  /** The access token; `token` on the wire. Secret. */
  readonly token: string
  /** Lifetime of the token in seconds. */
  readonly expiresIn: number
  /** `session_token` on the wire: enters the other tenants for a while. Secret. */
  readonly sessionToken: string
  /** `available_tenants` on the wire: all that can be entered, this one too. */
  readonly offered: readonly Membership[]
}

/** Scenario B: a code was mailed to the account's address. */
export interface OtpRequired {
  /** The kind of this outcome. */
  readonly kind: 'otp_required'
  /** The username of the account; comes back with the code. */
  readonly username: string
  /** Whole minutes for which the code is good, from when it was made. */
  readonly minutes: number
  /** `resend_after` on the wire: whole seconds until the code may be sent again. */
  readonly resendAfter: number
  /** `session_token` on the wire: shows who began the login. Secret. */
  readonly sessionToken: string
  /** `tenants` on the wire. */
  readonly offered: readonly Membership[]
}

/** Scenario C: several organizations took the password. */
export interface TenantSelectionRequired {
  /** The kind of this outcome. */
  readonly kind: 'tenant_selection_required'
  /** `session_token` on the wire: comes back with the choice. Secret. */
  readonly sessionToken: string
  /** `tenants` on the wire: the memberships to choose from. */
  readonly offered: readonly Membership[]
}

/** The result of one step of a login. */
type LoginStep = Transition<
  'password_verified' | 'provider_verified' | 'tenant_chosen' | 'otp_accepted'
>
type AcceptedStep = Extract<LoginStep, { ok: true }>
type To<Kind extends AcceptedStep['state']['kind']> = Extract<
  AcceptedStep,
  { state: { kind: Kind } }
>

/** Carries out a step: first its work, then the answer the new state calls for. */
export async function settle(work: LoginWork, step: LoginStep): Promise<LoginOutcome> {
  if (!step.ok) return refused(step.refusal)
  if (leadsTo(step, 'authenticated')) return authenticated(work, step)
  if (leadsTo(step, 'otp_pending')) return otpRequired(work, step)
  return tenantSelectionRequired(work, step)
}

function leadsTo<Kind extends AcceptedStep['state']['kind']>(
  step: AcceptedStep,
  kind: Kind,
): step is To<Kind> {
  return step.state.kind === kind
}

async function authenticated(
  work: LoginWork,
  { state: { chosen, offered }, effects: [opening] }: To<'authenticated'>,
): Promise<LoggedIn> {
  const { token, expiresIn } = await perform(work, opening)
  const user = withUsableKey(work.settings, chosen)
  return { kind: 'authenticated', user, token, expiresIn, sessionToken: seal(work), offered }
}

async function otpRequired(
  work: LoginWork,
  { state: { chosen, offered }, effects: [sending] }: To<'otp_pending'>,
): Promise<OtpRequired | Refused> {
  const sent = await perform(work, sending)
  if (sent.kind === 'refused') return sent
  const { resendAfter } = sent
  const { username } = chosen.account
  const minutes = wholeMinutes(work.settings.otpSeconds)
  const sessionToken = seal(work)
  return { kind: 'otp_required', username, minutes, resendAfter, sessionToken, offered }
}

function tenantSelectionRequired(
  work: LoginWork,
  { state: { offered } }: To<'tenant_selection'>,
): TenantSelectionRequired {
  return { kind: 'tenant_selection_required', sessionToken: seal(work), offered }
}

function seal({ ports, settings, proof }: LoginWork): string {
  return sealProof(ports, settings, proof)
}
