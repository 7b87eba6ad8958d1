import type { Defect } from '../defect.ts'

/** Defects of the mailer on SMTP. */
export const smtpDefects: readonly Defect[] = [
  {
    file: 'packages/smtp/src/conversation.ts',
    find: `deadline.set(limits.acceptanceMs, late('recipient_delayed', 'recipient not accepted in time'))`,
    replace: '',
    breaks: 'preparing a mail has patience to an end',
  },
  {
    file: 'packages/smtp/src/conversation.ts',
    find: 'deadline.set(patienceSeconds * 1000, failure)',
    replace: '',
    breaks: 'sending a mail has patience to an end',
  },
  {
    file: 'packages/smtp/src/conversation.ts',
    find: `if (step !== 'preparing') return
      deadline.clear()`,
    replace: `if (step !== 'preparing') return
      queueMicrotask(release)
      deadline.clear()`,
    breaks: 'nothing leaves before it is sent',
  },
  {
    file: 'packages/smtp/src/conversation.ts',
    find: `await outcome
`,
    replace: '',
    breaks: 'a mail is handed over once send returns',
  },
  {
    file: 'packages/smtp/src/conversation.ts',
    find: `const cancel = () => deadline.abort(ownFailure('unavailable', 'connection_lost', 'cancelled'))`,
    replace: 'const cancel = () => {}',
    breaks: 'what is cancelled does not hold up the next',
  },
  {
    file: 'packages/smtp/src/mail-failure.ts',
    find: `if (refusesThisMail(error)) return 'rejected'`,
    replace: '',
    breaks: 'a mail that is refused for good is rejected',
  },
  {
    file: 'packages/smtp/src/mail-failure.ts',
    find: 'return permanent === true && responseCode !== 530 &&',
    replace: 'return responseCode !== undefined &&',
    breaks: 'a mail that is refused for now is no rejected one',
  },
  {
    file: 'packages/smtp/src/smtp-mailer.ts',
    find: 'const messageId = `${id}@${domain}`',
    replace: 'const messageId = `${randomUUID()}@${domain}`',
    breaks: 'a repeated delivery can be recognised',
  },
  {
    file: 'packages/smtp/src/smtp-mailer.ts',
    find: 'messageId: `<${messageId}>`',
    replace: 'messageId: `<mail@${domain}>`',
    breaks: 'two mails have two ids',
  },
  {
    file: 'packages/smtp/src/smtp-mailer.ts',
    find: 'await pTimeout(transport.verify().catch(fail), limit)',
    replace: '',
    breaks: 'a mailer is not ready when its server cannot be reached',
  },
]
