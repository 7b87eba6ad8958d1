import { expect } from 'expect'
import type { Mail, Mailer } from '../../src/ports/index.ts'
import { about, type Contract } from './contract.ts'
import { expectPortError } from './expect-port-error.ts'
import { type FallibleSubject, testsOf } from './subject.ts'
import { unique } from './unique.ts'

/** More seconds than any server in these tests needs. */
const patienceSeconds = 10

/** A mail as the server has received it. */
export interface ReceivedMail {
  /** Its `Message-ID` (RFC 5322, section 3.6.4). */
  readonly messageId: string
  /** The recipient of its envelope. */
  readonly to: string
  /** Its subject and its text, decoded. */
  readonly text: string
}

/** The adapter that {@link mailerContract} tests. */
export interface MailerSubject extends FallibleSubject<Mailer> {
  /** Opens a mailer whose server accepts connections and refuses every mail for good (SMTP: 5xx). */
  openRejecting(): Promise<Mailer>
  /** Opens a mailer whose server refuses every mail for now (SMTP: 4xx; HTTP: 429 or 503). */
  openBusy(): Promise<Mailer>
  /**
   * Opens a mailer whose server accepts connections and then falls silent: when it is asked about the
   * recipient, or when it has the content. The same for both where the server takes a mail in one step.
   */
  openSilent(about: 'recipient' | 'content'): Promise<Mailer>
  /** All mails that the server of the mailer from `open` accepted, in any order. */
  received(): Promise<readonly ReceivedMail[]>
}

/** The promises every {@link Mailer} adapter keeps. */
export function mailerContract(subject: MailerSubject): Contract {
  const on = testsOf(subject, subject.open)
  const onBroken = testsOf(subject, subject.openBroken)
  const onRejecting = testsOf(subject, subject.openRejecting)
  const receivedFor = async (to: string) =>
    (await subject.received()).filter((mail) => mail.to === to)

  return about('Mailer:', [
    ...samples().map(({ mail, says }) => ({
      name: `has handed over a mail ${mail.kind} once it returns`,
      run: on(async (mailer) => {
        await deliver(mailer, mail)
        const received = await receivedFor(mail.to)
        expect(received).toHaveLength(1)
        for (const part of says) expect(received[0]?.text).toContain(part)
      }),
    })),
    {
      name: 'lets a repeated delivery be recognised by its Message-ID',
      run: on(async (mailer) => {
        const [mail, id, otherId] = [otpMail(), unique('mail'), unique('mail')]
        await deliver(mailer, mail, { id })
        await deliver(mailer, mail, { id })
        await deliver(mailer, mail, { id: otherId })
        const ids = (await receivedFor(mail.to)).map(({ messageId }) => messageId)
        expect(ids).toHaveLength(3)
        expect(ids.filter((each) => each.includes(id))).toHaveLength(2)
        expect(ids.filter((each) => each.includes(otherId))).toHaveLength(1)
        expect(new Set(ids).size).toBe(2)
      }),
    },
    {
      name: 'hands over each of many mails sent at the same time',
      run: on(async (mailer) => {
        const mails = Array.from({ length: 10 }, otpMail)
        await Promise.all(mails.map((mail) => deliver(mailer, mail)))
        for (const { to, code } of mails) {
          const received = await receivedFor(to)
          expect(received).toHaveLength(1)
          expect(received[0]?.text).toContain(code)
        }
      }),
    },
    {
      name: 'hands over what it has prepared when it is told, in any order, and not before',
      run: on(async (mailer) => {
        const [first, second] = [otpMail(), otpMail()]
        const prepare = (mail: Mail) => mailer.prepare(unique('mail'), mail, patienceSeconds)
        const [one, other] = [await prepare(first), await prepare(second)]
        expect(await receivedFor(first.to)).toEqual([])
        await other.send(patienceSeconds)
        expect(await receivedFor(second.to)).toHaveLength(1)
        expect(await receivedFor(first.to)).toEqual([])
        await one.send(patienceSeconds)
        expect(await receivedFor(first.to)).toHaveLength(1)
      }),
    },
    {
      name: 'hands over nothing of what is cancelled, and goes on with the next',
      run: on(async (mailer) => {
        const [unwanted, wanted] = [otpMail(), otpMail()]
        const delivery = await mailer.prepare(unique('mail'), unwanted, patienceSeconds)
        delivery.cancel()
        await deliver(mailer, wanted)
        expect(await receivedFor(wanted.to)).toHaveLength(1)
        expect(await receivedFor(unwanted.to)).toEqual([])
      }),
    },
    {
      name: 'is ready when its server accepts connections',
      run: on(async (mailer) => {
        await expect(mailer.checkReady()).resolves.toBeUndefined()
      }),
    },
    {
      name: 'calls a mail that the server refuses for good rejected, and shows no secret',
      run: onRejecting(async (mailer) => {
        const mail = otpMail()
        const error = await expectPortError(deliver(mailer, mail), 'mailer', 'rejected')
        expect(error.message).not.toContain(mail.code)
        expect(error.message).not.toContain(mail.to)
      }),
    },
    {
      name: 'asks to try later when the server refuses a mail for now, and shows no secret',
      run: testsOf(subject, subject.openBusy)((mailer) => expectToTryLater(mailer)),
    },
    ...(['recipient', 'content'] as const).map((about) => ({
      name: `gives up when its patience with a server that is silent about the ${about} ends`,
      run: testsOf(subject, () => subject.openSilent(about))(async (mailer) => {
        const delivered = deliver(mailer, otpMail(), { patience: 0.3 })
        await expectPortError(atLast(delivered), 'mailer', 'timeout')
      }),
    })),
    {
      name: 'asks to try later when its server cannot be reached, and shows no secret',
      run: onBroken((mailer) => expectToTryLater(mailer)),
    },
    {
      name: 'is not ready when its server cannot be reached',
      run: onBroken(async (mailer) => {
        await expectPortError(mailer.checkReady(), 'mailer')
      }),
    },
  ])
}

interface DeliveryOptions {
  readonly id?: string
  /** Seconds for each step. */
  readonly patience?: number
}

async function deliver(
  mailer: Mailer,
  mail: Mail,
  { id = unique('mail'), patience = patienceSeconds }: DeliveryOptions = {},
): Promise<void> {
  const delivery = await mailer.prepare(id, mail, patience)
  await delivery.send(patience)
}

async function expectToTryLater(mailer: Mailer): Promise<void> {
  const mail = otpMail()
  const error = await expectPortError(deliver(mailer, mail), 'mailer')
  expect(error.failure).not.toBe('rejected')
  expect(error.message).not.toContain(mail.code)
  expect(error.message).not.toContain(mail.to)
}

/** The end of work that has to end by itself. Runners without a time limit would wait for ever. */
async function atLast(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const never = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it still waits after 20 seconds')), 20_000)
  })
  try {
    await Promise.race([work, never])
  } finally {
    clearTimeout(timer)
  }
}

function address(): string {
  return `${unique('ada')}@example.com`
}

function otpMail(): Mail & { readonly kind: 'otp' } {
  return { kind: 'otp', to: address(), organization: 'Acme', code: '012345', minutes: 5 }
}

/** A mail of each kind, and what a person must find in it. */
function samples(): readonly { readonly mail: Mail; readonly says: readonly string[] }[] {
  const organization = 'Société 株式会社 😀'
  const at = new Date('2031-05-16T17:28:39Z')
  const [token, otherToken] = ['a'.repeat(43), `-_${'b'.repeat(41)}`]
  return [
    {
      mail: {
        kind: 'verify_email',
        to: address(),
        firstName: 'Zoë',
        organization,
        token,
        expiresAt: at,
      },
      says: ['Zoë', organization, token, '2031', '16'],
    },
    {
      mail: { kind: 'otp', to: address(), organization, code: '001234', minutes: 37 },
      says: [organization, '001234', '37'],
    },
    {
      mail: {
        kind: 'password_reset',
        to: address(),
        minutes: 38,
        accounts: [
          { organization, username: 'zoe-one', token },
          { organization: 'Globex', username: 'zoe-two', token: otherToken },
        ],
      },
      says: ['38', organization, 'zoe-one', token, 'Globex', 'zoe-two', otherToken],
    },
    {
      mail: {
        kind: 'password_changed',
        to: address(),
        organization,
        username: 'zoe-one',
        at,
      },
      says: [organization, 'zoe-one', '2031', '16'],
    },
    {
      mail: {
        kind: 'password_doubtful',
        to: address(),
        organization,
        username: 'zoe-one',
        at: new Date('2031-05-16T17:28:39Z'),
      },
      says: [organization, 'zoe-one', '2031', '16'],
    },
    {
      mail: {
        kind: 'account_claimed',
        to: address(),
        organization,
        username: 'zoe-one',
        at,
      },
      says: [organization, 'zoe-one', '2031', '16'],
    },
    {
      mail: {
        kind: 'invitation',
        to: address(),
        organization,
        invitedBy: 'Zoë O',
        role: 'user',
        token,
        expiresAt: at,
      },
      says: [organization, 'Zoë O', token, '2031', '16'],
    },
    {
      mail: {
        kind: 'organization_closing',
        to: address(),
        organization,
        username: 'zoe-one',
        closesAt: at,
        token,
      },
      says: [organization, 'zoe-one', '2031', '16', token],
    },
    {
      mail: {
        kind: 'protection_lowered',
        to: address(),
        organization,
        username: 'zoe-one',
        what: ['codes_off', 'clients_exempted', 'session_lengthened', 'role_raised'],
        at,
      },
      says: [organization, 'zoe-one', '2031', '16'],
    },
    {
      mail: {
        kind: 'email_change',
        to: address(),
        organization,
        username: 'zoe-one',
        token,
        expiresAt: at,
      },
      says: [organization, 'zoe-one', token, '2031', '16'],
    },
    {
      mail: {
        kind: 'email_change_requested',
        to: address(),
        organization,
        username: 'zoe-one',
        at,
      },
      says: [organization, 'zoe-one'],
    },
    {
      mail: {
        kind: 'email_changed',
        to: address(),
        organization,
        username: 'zoe-one',
        at,
      },
      says: [organization, 'zoe-one'],
    },
  ]
}
