import { secondsAfter, wholeMinutes } from '../../lib/time.ts'
import { languageOf } from '../../mail/language-of.ts'
import type { Membership } from '../../records/account.ts'
import { requestEvent } from '../../records/audit.ts'
import type { OtpChallenge } from '../../records/otp-challenge.ts'
import { type Refused, refused } from '../../refusal.ts'
import type { LoginWork } from '../login-work.ts'
import type { Effect } from '../machine-types.ts'
import {
  guessBudget,
  isLive,
  minutesLeft,
  otpMailsPerWindow,
  otpMailWindowSeconds,
  otpReuseSeconds,
} from '../otp.ts'

/** Seconds after which to retry while no mail can be sent. */
const mailRetrySeconds = 30

/** A code is on its way. */
export interface OtpSent {
  /** Says that it is no refusal. */
  readonly kind: 'otp_sent'
  /** Whole seconds until it may be sent again. */
  readonly resendAfter: number
}

/**
 * Opens a challenge and puts its code into the outbox, in one transaction. Within
 * {@link otpReuseSeconds} the live challenge serves again and nothing is sent (T-07).
 *
 * @returns Why no code can be sent, if it cannot; there is then no new challenge.
 */
export async function sendOtp(
  work: LoginWork,
  { to }: Effect<'send_otp'>,
): Promise<OtpSent | Refused> {
  const { ports, tx, from, proof } = work
  const { account, tenant } = to
  const now = ports.clock.now()
  const live = await tx.otpChallenges.findByAccount(account.id)
  if (live && isLive(live, now) && now < secondsAfter(live.createdAt, otpReuseSeconds)) {
    await tx.otpChallenges.put({ ...live, proof, network: from.network })
    const sent = await tx.outbox.find(live.mailId)
    return { kind: 'otp_sent', resendAfter: pauseLeft(sent?.createdAt ?? live.createdAt, now) }
  }
  const refusal = await refuseMail(work, account.id, now)
  if (refusal) return refusal

  const challenge = await openChallenge(work, to)
  await tx.otpChallenges.put(challenge)
  const subject = { accountId: account.id, tenantId: tenant.id, client: proof.client }
  await tx.auditLog.record(requestEvent(from, { kind: 'otp_sent', ...subject }))
  return { kind: 'otp_sent', resendAfter: otpReuseSeconds }
}

/**
 * Sends the code of a live challenge once more, counted like a new one. Within
 * {@link otpReuseSeconds} of the last mail it is refused.
 *
 * @returns The challenge as it was, or why its code cannot be sent.
 */
export async function resendOtp(
  work: LoginWork,
  { to }: Effect<'resend_otp'>,
): Promise<OtpChallenge | Refused> {
  const { ports, tx, from, proof } = work
  const now = ports.clock.now()
  const challenge = await tx.otpChallenges.findByAccount(to.account.id)
  const sent = challenge && (await tx.outbox.find(challenge.mailId))
  if (!challenge || !sent) return refused('otp_invalid')
  const pause = pauseLeft(sent.createdAt, now)
  if (pause > 0) return refused('rate_limited', pause)
  const refusal = await refuseMail(work, challenge.accountId, now)
  if (refusal) return refusal

  const mailId = ports.secrets.id()
  const minutes = minutesLeft(challenge, now)
  const mail = sent.mail.kind === 'otp' ? { ...sent.mail, minutes } : sent.mail
  await tx.outbox.add({ ...sent, id: mailId, mail, createdAt: now, attempts: 0, dueAt: now })
  await tx.otpChallenges.put({ ...challenge, mailId })
  const subject = { accountId: challenge.accountId, client: proof.client, detail: { again: 'yes' } }
  await tx.auditLog.record(requestEvent(from, { kind: 'otp_sent', ...subject }))
  return challenge
}

/** Whole seconds until a code that was sent at a moment may be sent again. */
function pauseLeft(sentAt: Date, now: Date): number {
  const left = (secondsAfter(sentAt, otpReuseSeconds).getTime() - now.getTime()) / 1000
  return Math.min(otpReuseSeconds, Math.max(0, Math.ceil(left)))
}

async function refuseMail(
  { ports, tx }: LoginWork,
  accountId: string,
  now: Date,
): Promise<Refused | null> {
  if (!ports.mailIsUp()) return refused('mail_unavailable', mailRetrySeconds)
  const since = secondsAfter(now, -otpMailWindowSeconds)
  const sent = await tx.outbox.countSince(accountId, 'otp', since)
  return sent < otpMailsPerWindow ? null : refused('rate_limited', otpMailWindowSeconds)
}

async function openChallenge(
  { ports, settings, tx, from, proof }: LoginWork,
  { account, tenant }: Membership,
): Promise<OtpChallenge> {
  const now = ports.clock.now()
  const id = ports.secrets.id()
  const mailId = ports.secrets.id()
  const code = ports.secrets.otpCode()
  const expiresAt = secondsAfter(now, settings.otpSeconds)
  await tx.outbox.add({
    id: mailId,
    accountId: account.id,
    mail: {
      kind: 'otp',
      language: languageOf(account, from),
      to: account.email,
      organization: tenant.name,
      code,
      minutes: wholeMinutes(settings.otpSeconds),
    },
    createdAt: now,
    notAfter: expiresAt,
    attempts: 0,
    dueAt: now,
  })
  return {
    id,
    accountId: account.id,
    codeDigest: ports.secrets.digest('otp', `${id} ${code}`),
    createdAt: now,
    expiresAt,
    network: from.network,
    ownerGuesses: guessBudget.owner,
    strangerGuesses: guessBudget.stranger,
    mailId,
    proof,
  }
}
