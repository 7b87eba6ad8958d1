import { secondsAfter, wholeMinutes } from '../lib/time.ts'
import type { Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import { type Refused, refused } from '../refusal.ts'
import type { LoginStep } from './login-work.ts'
import {
  guessBudget,
  isLive,
  minutesLeft,
  type OtpChallenge,
  otpMailsPerWindow,
  otpMailWindowSeconds,
  otpReuseSeconds,
} from './otp.ts'

/** Seconds after which it makes sense to ask again while no mail can be sent. */
const mailRetrySeconds = 30

/**
 * Opens a challenge and puts its code into the outbox, in one transaction. Within
 * {@link otpReuseSeconds} the live challenge serves again and nothing is sent (T-07).
 *
 * @returns `null`, or why no code can be sent; there is then no new challenge.
 */
export async function sendOtp(step: LoginStep, to: Membership): Promise<Refused | null> {
  const { ports, tx, from, proof } = step
  const { account, tenant } = to
  const now = ports.clock.now()
  const live = await tx.otpChallenges.findByAccount(account.id)
  if (live && isLive(live, now) && now < secondsAfter(live.createdAt, otpReuseSeconds)) {
    await tx.otpChallenges.put({ ...live, proof })
    return null
  }
  const refusal = await refuseMail(step, account.id, now)
  if (refusal) return refusal

  const challenge = await openChallenge(step, to)
  await tx.otpChallenges.put(challenge)
  const subject = { accountId: account.id, tenantId: tenant.id, client: proof.client }
  await tx.auditLog.record(requestEvent(from, { kind: 'otp_sent', ...subject }))
  return null
}

/** Sends the code of a live challenge once more, counted like a new one. */
export async function resendOtpMail(
  step: LoginStep,
  challenge: OtpChallenge,
): Promise<Refused | null> {
  const { ports, tx, from, proof } = step
  const now = ports.clock.now()
  const sent = await tx.outbox.find(challenge.mailId)
  if (!sent) return refused('otp_invalid')
  if (now < secondsAfter(sent.createdAt, otpReuseSeconds)) return null
  const refusal = await refuseMail(step, challenge.accountId, now)
  if (refusal) return refusal

  const mailId = ports.secrets.id()
  const minutes = minutesLeft(challenge, now)
  const mail = sent.mail.kind === 'otp' ? { ...sent.mail, minutes } : sent.mail
  await tx.outbox.add({ ...sent, id: mailId, mail, createdAt: now, attempts: 0, dueAt: now })
  await tx.otpChallenges.put({ ...challenge, mailId })
  const subject = { accountId: challenge.accountId, client: proof.client, detail: { again: 'yes' } }
  await tx.auditLog.record(requestEvent(from, { kind: 'otp_sent', ...subject }))
  return null
}

async function refuseMail(
  { ports, tx }: LoginStep,
  accountId: string,
  now: Date,
): Promise<Refused | null> {
  if (!ports.mailIsUp()) return refused('mail_unavailable', mailRetrySeconds)
  const since = secondsAfter(now, -otpMailWindowSeconds)
  const sent = await tx.outbox.countSince(accountId, 'otp', since)
  return sent < otpMailsPerWindow ? null : refused('rate_limited', otpMailWindowSeconds)
}

async function openChallenge(
  { ports, settings, tx, proof }: LoginStep,
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
    ownerGuesses: guessBudget.owner,
    strangerGuesses: guessBudget.stranger,
    mailId,
    proof,
  }
}
