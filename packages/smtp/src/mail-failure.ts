import { NamedCause, PortError, type PortFailure } from '@gatehouse/auth-core/ports'
import type { NodemailerError } from 'nodemailer'
import type { MailFault } from './mail-faults.ts'

/** The mailer's {@link PortError} for an error of the driver. It holds nothing from the mail. */
export function mailFailure(error: NodemailerError): PortError {
  return new PortError('mailer', kindOf(error), causeOf(error))
}

/**
 * The {@link PortError} for a failure between the content and its answer. It is unknown whether the mail
 * arrives, unless the server has refused it.
 */
export function handOverFailure(error: NodemailerError): PortError {
  if (error.responseCode !== undefined) return mailFailure(error)
  return new PortError('mailer', 'timeout', causeOf(error))
}

/** A failure that the driver knows nothing of. @param message Holds nothing from the mail. */
export function ownFailure(failure: PortFailure, fault: MailFault, message: string): PortError {
  return new PortError('mailer', failure, new NamedCause(fault, message))
}

function kindOf(error: NodemailerError): PortFailure {
  if (refusesThisMail(error)) return 'rejected'
  return error.code === 'ETIMEDOUT' ? 'timeout' : 'unavailable'
}

/**
 * Whether the server refuses this particular mail. The operator can correct a refused login, greeting or
 * sender, and the mail can be sent afterwards; the same holds for 530, "authentication required" (RFC 4954,
 * section 6), after any command.
 */
function refusesThisMail({ permanent, command, responseCode }: NodemailerError): boolean {
  return permanent === true && responseCode !== 530 && (command === 'RCPT TO' || command === 'DATA')
}

/**
 * The driver's error without the server's reply where that may hold a secret. A server that has read the mail
 * may quote its link or code, and one that refuses a login may quote the password. Addresses are left out.
 */
function causeOf(error: NodemailerError): NamedCause {
  const { code, originalCode, timeoutType, command, responseCode, response } = error
  const readable = response
    ?.replaceAll(/\p{C}+/gu, ' ')
    .replaceAll(/\S*@\S*/g, '…')
    .slice(0, 200)
  const reply = code === 'EENVELOPE' ? readable : responseCode
  const facts = [code ?? error.name, originalCode, timeoutType, command && `at ${command}`, reply]
  const reason = [faultOf(error), responseCode].filter(Boolean).join(' ')
  return new NamedCause(reason, facts.filter(Boolean).join(' '))
}

const loginCodes = ['EAUTH', 'ENOAUTH', 'EOAUTH2']
const tlsCode = /^(?:ETLS|EREQUIRETLS)$|CERT|SSL|TLS|SIGNED|VERIFY|ISSUER/

function faultOf(error: NodemailerError): MailFault {
  const { code = '', originalCode = '', responseCode } = error
  if (loginCodes.includes(code)) return 'login_refused'
  if (code === 'EDNS') return 'host_unknown'
  if (tlsCode.test(code) || tlsCode.test(originalCode)) return 'tls_failed'
  if (originalCode === 'ECONNREFUSED') return 'connection_refused'
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') return 'no_answer'
  return responseCode === undefined ? 'connection_lost' : faultByReply(error)
}

function faultByReply({ permanent, command, responseCode }: NodemailerError): MailFault {
  if (responseCode === 530) return 'login_required'
  if (command === 'MAIL FROM') return 'sender_refused'
  if (command === 'RCPT TO') return permanent ? 'recipient_refused' : 'recipient_delayed'
  if (command === 'DATA') return permanent ? 'content_refused' : 'content_delayed'
  return 'server_refused'
}
