import { unreachable } from '../lib/unreachable.ts'
import { countAgainst } from '../limits/throttle.ts'
import type { OidcIdentity } from '../ports/oidc-provider.ts'
import type { Ports } from '../ports/ports.ts'
import type { Requester } from '../records/client.ts'
import type { AuthSettings, EmailTrust } from '../settings.ts'
import { acceptByIdentity } from './accept-by-identity.ts'
import { enterByIdentity, lockOutStrangers } from './enter-by-identity.ts'
import { attemptFault, type OidcAttempt, oneFinish } from './oidc-attempt.ts'
import {
  type CallbackFault,
  type OidcCallback,
  type OidcRefused,
  refuseCallback,
} from './oidc-callback.ts'
import type { LoginOutcome } from './outcome.ts'
import { validateProviderEmail } from './provider-email.ts'
import { providerNamed } from './start-oidc-login.ts'

/** A callback (OpenID Connect Core 1.0, section 3.1.2.5). */
export interface FinishOidcLoginCommand {
  /** The provider that sent it: one of the names in `Ports.oidcProviders`. */
  readonly provider: string
  /** The query as received, without the question mark. */
  readonly query: string
  /**
   * The attempt that `startOidcLogin` gave to this browser; `null` when the browser has none for this query.
   */
  readonly attempt: OidcAttempt | null
  /** Who asks. */
  readonly from: Requester
}

/**
 * Logs a person in whose address a provider vouches for
 * (`GET /api/auth/oidc/<provider>/callback`): accepts the invitations of the address, and matches
 * it with existing accounts. Without an invitation it never makes one. The client counts as a browser, whatever it says of itself.
 *
 * Refusals, each on record with its reason unless there was no attempt: `oidc_expired` for one that is
 * over, unknown or another's; `oidc_cancelled`; `oidc_rejected` when the callback proves nothing; `oidc_no_account`
 * whatever is wrong with the address or its accounts (T-49); `rate_limited`; `overloaded`.
 *
 * @throws {PortError} When the provider does not answer, or the credential store when an account
 *   is to be claimed or made.
 */
export async function finishOidcLogin(
  ports: Ports,
  settings: AuthSettings,
  command: FinishOidcLoginCommand,
): Promise<LoginOutcome | OidcRefused> {
  const { provider } = command
  const from: Requester = { ...command.from, client: 'ui' }
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const callback: OidcCallback = { ports, settings, provider, from }

  const { attempt } = command
  // Anyone can send such requests in any number, so they leave no record (T-104).
  if (!attempt) return { kind: 'refused', refusal: 'oidc_expired', reason: 'attempt_unknown' }
  const redemption = await redeem(callback, { ...command, attempt })
  if (!redemption.ok) return refuse(callback, redemption)
  const { identity } = redemption
  const trust = settings.oidcEmailTrust[provider] ?? trustsNothing
  const validated = validateProviderEmail(identity, trust, ports.domainToAscii)
  if (!validated.ok) {
    return refuse(callback, { refusal: 'oidc_no_account', reason: validated.reason, identity })
  }
  const verified = { ...callback, identity, emailCanonical: validated.emailCanonical }
  const notAccepted = await acceptByIdentity(verified)
  if (notAccepted) return notAccepted
  const lockedOut = await lockOutStrangers(verified)
  return ports.store.transaction((tx) => enterByIdentity(tx, verified, lockedOut))
}

const trustsNothing: EmailTrust = { directoryPinned: false, trustEmail: false }

/** The result of redeeming a callback. */
type Redemption =
  | { readonly ok: true; readonly identity: OidcIdentity }
  | ({ readonly ok: false } & CallbackFault)

/** Asks the provider who signed in. Once for each attempt, also when that fails (T-44, T-49). */
async function redeem(
  { ports, provider, from }: OidcCallback,
  { query, attempt }: Pick<FinishOidcLoginCommand, 'query'> & { readonly attempt: OidcAttempt },
): Promise<Redemption> {
  const fault = attemptFault(attempt, { provider, at: from.receivedAt })
  if (fault) return no('oidc_expired', fault)
  const { allowed } = await ports.rateLimiter.take(oneFinish, attempt.transaction.state)
  if (!allowed) return no('oidc_expired', 'attempt_used')

  const answer = await providerNamed(ports, provider).finish(query, attempt.transaction)
  switch (answer.kind) {
    case 'identified':
      return { ok: true, identity: answer.identity }
    case 'cancelled':
      return no('oidc_cancelled', 'cancelled')
    case 'rejected':
      return no('oidc_rejected', answer.reason)
    default:
      return unreachable(answer)
  }
}

function no(refusal: CallbackFault['refusal'], reason: string): Redemption {
  return { ok: false, refusal, reason }
}

function refuse(callback: OidcCallback, fault: CallbackFault): Promise<OidcRefused> {
  return callback.ports.store.transaction((tx) => refuseCallback(tx, callback, fault))
}
