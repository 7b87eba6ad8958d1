import { PortError, type PortFailure } from '@gatehouse/auth-core/ports'
import type { NodemailerError } from 'nodemailer'

/** The mailer's {@link PortError} for an error of the driver. It holds nothing from the mail. */
export function mailFailure(error: NodemailerError): PortError {
  return new PortError('mailer', kindOf(error), withoutSecrets(error))
}

/**
 * The {@link PortError} for a failure between the content and its answer. It is unknown whether the mail
 * arrives, unless the server has refused it.
 */
export function handOverFailure(error: NodemailerError): PortError {
  if (error.responseCode !== undefined) return mailFailure(error)
  return new PortError('mailer', 'timeout', withoutSecrets(error))
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
 * may quote its link or code, and one that refuses a login may quote the password.
 */
function withoutSecrets(error: NodemailerError): Error {
  const { code, originalCode, timeoutType, command, responseCode, response } = error
  const readable = response?.replaceAll(/\p{C}+/gu, ' ').slice(0, 200)
  const reply = code === 'EENVELOPE' ? readable : responseCode
  const facts = [code ?? error.name, originalCode, timeoutType, command && `at ${command}`, reply]
  return new Error(facts.filter(Boolean).join(' '))
}
