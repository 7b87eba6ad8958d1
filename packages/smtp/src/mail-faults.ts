/** Why a mail could not be sent, as a stable word, and what an operator does about it. */
const advice = {
  host_unknown: 'the name of the mail server is not known: see the host in SMTP_URL, and the DNS',
  connection_refused:
    'nothing listens where SMTP_URL says: see its host and port, and whether the mail server runs',
  connection_lost: 'the mail server ended the connection: see its log, and the port in SMTP_URL',
  no_answer:
    'the mail server does not answer: see the host and port in SMTP_URL, smtps:// where TLS is from the start, and firewalls between',
  tls_failed:
    'no TLS with the mail server: see smtp:// or smtps:// and the port in SMTP_URL, and whether its certificate is valid for the host; a CA of your own goes into NODE_EXTRA_CA_CERTS',
  login_refused:
    'the mail server refuses the login: see user and password in SMTP_URL, both percent-encoded',
  login_required:
    'the mail server wants a login or TLS first: put user and password into SMTP_URL, or ?requireTLS=true',
  sender_refused:
    'the mail server refuses the sender: make MAIL_FROM one that this login may send for',
  server_refused: 'the mail server does not take mails from here: see its log',
  recipient_refused:
    'the mail server refuses the recipient of a mail: the address does not exist, or the server may not relay to it',
  recipient_delayed:
    'the mail server does not take a mail for its recipient yet: it is tried again',
  content_refused: 'the mail server refuses the content of a mail: see its log and its spam filter',
  content_delayed: 'the mail server does not take the content of a mail yet: it is tried again',
} as const

/** Why a mail could not be sent. */
export type MailFault = keyof typeof advice

/**
 * What an operator does about a reason that mails were not sent for.
 *
 * @param reason As in a `PortError` or the outbox, such as `login_refused 535`.
 * @returns `undefined` for a reason that asks for nothing, or is not one of ours.
 */
export function adviceOn(reason: string): string | undefined {
  const [word = ''] = reason.split(' ')
  return isMailFault(word) ? advice[word] : undefined
}

/** Whether a reason is about one mail; the server takes others. */
export function isOfOneMail(reason: string): boolean {
  return /^(?:recipient|content)_/.test(reason)
}

function isMailFault(word: string): word is MailFault {
  return Object.hasOwn(advice, word)
}
