import { rightsOf } from '../account/rights-of.ts'
import { parseUsername } from '../identity/username.ts'
import { revokedSince } from '../keys/key-ring.ts'
import { ownerSubject } from '../limits/login-guesses.ts'
import { beginAttempt, unlessBroken } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { OtpChallenge } from '../records/otp-challenge.ts'
import type { LoginProof } from '../records/proof.ts'
import { refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { effectiveClient, openProof } from '../tokens/session-token.ts'
import { loginContext } from './login-work.ts'
import { transition } from './machine.ts'
import { hasLoginEnded, offeredBy } from './offered-by.ts'
import { type Guesser, isLive, takeGuess } from './otp.ts'
import { type LoginOutcome, settle } from './outcome.ts'

/** A code from a mail, and optionally the session token of the login that asked for it. */
export interface VerifyOtpCommand {
  /** Any text; an unknown one is refused like a wrong code (T-12). */
  readonly username: string
  /** The code as typed: any text. Secret. */
  readonly code: string
  /**
   * Counts guesses apart from those of strangers (T-10); without it they count as a stranger's.
   * Secret.
   */
  readonly sessionToken?: string | undefined
  /** Who asks, and when. */
  readonly from: Requester
}

/**
 * Finishes a login with the code from the mail (`POST /api/auth/verify-otp`).
 *
 * Each guess is counted before it is compared, and a code is accepted once (T-09, T-11). Refusals:
 * `otp_invalid` for a wrong or expired code, an unknown username and no challenge alike (T-12);
 * `rate_limited`.
 */
export async function verifyOtp(
  ports: Ports,
  settings: AuthSettings,
  command: VerifyOtpCommand,
): Promise<LoginOutcome> {
  const { from } = command
  const parsed = parseUsername(command.username)
  const username = parsed.ok ? parsed.value : ''
  const sealed = command.sessionToken
    ? openProof(ports, settings, { token: command.sessionToken, at: from.receivedAt })
    : null
  const { accountId, awaitedBy, shown } = await whoseCode(ports, username, sealed)
  const shows = shown?.accounts.some((proven) => proven.accountId === accountId) ?? false
  const owns = shows || awaitedBy === from.network
  const { otpStreak, otpPerAccount, otpPerNetwork } = settings.limits
  const attempt = await beginAttempt(ports.rateLimiter, {
    // A stranger's failures are counted apart from the owner's, so that they do not block the owner (T-10).
    // They count in the same way with and without a pending code, so that they do not reveal it (T-101).
    subject: owns ? ownerSubject(username) : username,
    network: from.network,
    streak: otpStreak,
    perSubject: otpPerAccount,
    perNetwork: otpPerNetwork,
  })
  if ('kind' in attempt) return attempt

  const guesser: Guesser = owns ? 'owner' : 'stranger'
  const guess = { from, accountId, code: command.code, guesser, shown: shows ? shown : null }
  const outcome = await unlessBroken(attempt, () => evaluateGuess(ports, settings, guess))
  if (outcome.kind === 'authenticated') {
    const { countsForLimits } = rightsOf(settings, outcome.user.account)
    await attempt.succeeded({ makesKnown: countsForLimits })
  }
  return outcome
}

/**
 * Finds the id of the account with a username (empty if there is none), the network of the login that waits
 * for its code, and the proof of the session token (`null` once its login has ended).
 */
function whoseCode({ clock, store }: Ports, username: string, sealed: LoginProof | null) {
  return store.transaction(async (tx) => {
    const account = await tx.accounts.findByUsername(username)
    const challenge = account && (await tx.otpChallenges.findByAccount(account.id))
    const isAwaited = challenge !== undefined && isLive(challenge, clock.now())
    const shown = sealed && !(await hasLoginEnded(tx, sealed)) ? sealed : null
    const awaitedBy = isAwaited ? challenge.network : null
    return { accountId: account?.id ?? '', awaitedBy, shown }
  })
}

interface Guess {
  readonly from: Requester
  readonly accountId: string
  readonly code: string
  readonly guesser: Guesser
  /** The proof of the owner's session token, if one was sent. */
  readonly shown: LoginProof | null
}

function evaluateGuess(ports: Ports, settings: AuthSettings, guess: Guess): Promise<LoginOutcome> {
  const { from } = guess
  return ports.store.transaction(async (tx) => {
    const account = await tx.accounts.find(guess.accountId)
    const challenge = await spendGuess(ports, tx, guess)
    if (challenge) await tx.otpChallenges.remove(challenge.accountId)
    const proof = challenge && raise(guess.shown ?? challenge.proof, from)
    const offered = proof ? await offeredBy(tx, proof, { settings, at: from.receivedAt }) : []
    const chosen = offered.find((membership) => membership.account.id === guess.accountId)

    const outcome = chosen ? 'ok' : 'refused'
    const subject = account && { accountId: account.id, tenantId: account.tenantId }
    await tx.auditLog.record(requestEvent(from, { kind: 'otp_checked', outcome, ...subject }))
    if (!proof || !chosen) return refused('otp_invalid')
    const step = transition(
      { kind: 'otp_pending', chosen, offered },
      { kind: 'otp_accepted' },
      loginContext(settings, proof.client),
    )
    return settle({ ports, settings, tx, from, proof }, step)
  })
}

/** Takes the guess from its budget, then compares. @returns The challenge, if the code is right. */
async function spendGuess(
  { clock, keyRing, secrets }: Ports,
  tx: Transaction,
  { accountId, code, guesser }: Guess,
): Promise<OtpChallenge | null> {
  const challenge = await tx.otpChallenges.findByAccount(accountId)
  // Digests are computed even without a challenge, so that the time does not reveal whether there is one.
  const digests = secrets.digests('otp', `${challenge?.id} ${code}`)
  const now = clock.now()
  const remaining = challenge && takeGuess(challenge, guesser, now)
  if (!remaining) return null
  // A forced rotation ends every login, including logins that wait for a code (T-14).
  if (revokedSince({ keys: keyRing.current(), now }, remaining.createdAt)) return null
  await tx.otpChallenges.put(remaining)
  const isRight = digests.some((digest) => secrets.equal(digest, remaining.codeDigest))
  return isRight ? remaining : null
}

/** The proof after a right code. The client type can only become stricter (T-02). */
function raise(before: LoginProof, from: Requester): LoginProof {
  const others = before.methods.filter((method) => method !== 'otp')
  const client = effectiveClient(before.client, from.client)
  return { ...before, client, methods: [...others, 'otp'] }
}
