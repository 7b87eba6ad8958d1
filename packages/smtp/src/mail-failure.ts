import { PortError, type PortFailure } from '@gatehouse/auth-core/ports'
import type { NodemailerError } from 'nodemailer'

/**
 * The {@link PortError} of the mailer for an error of the driver, with nothing of the mail in it.
 */
export function mailFailure(error: NodemailerError): PortError {
  return new PortError('mailer', kindOf(error), withoutSecrets(error))
}

/**
 * The same for what ended between the content and the answer to it. Whether the mail arrives is
 * unknown, unless the server has said so.
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
 * A refused login, greeting or sender is for the operator to mend, and the mail can go out after
 * that; so is 530, "authentication required" (RFC 4954 section 6), at whatever command it comes.
 */
function refusesThisMail({ permanent, command, responseCode }: NodemailerError): boolean {
  return permanent === true && responseCode !== 530 && (command === 'RCPT TO' || command === 'DATA')
}

/**
 * The driver's error repeats the server's reply. A server that has read the mail may quote it, link
 * and code included, and one that refuses a login may quote that: such replies are left out.
 */
function withoutSecrets(error: NodemailerError): Error {
  const { code, originalCode, timeoutType, command, responseCode, response } = error
  const readable = response?.replaceAll(/\p{C}+/gu, ' ').slice(0, 200)
  const reply = code === 'EENVELOPE' ? readable : responseCode
  const facts = [code ?? error.name, originalCode, timeoutType, command && `at ${command}`, reply]
  return new Error(facts.filter(Boolean).join(' '))
}
