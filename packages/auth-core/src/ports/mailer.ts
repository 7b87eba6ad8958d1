import type { Mail } from '../mail/mail.ts'

/**
 * Hands mails to a mail server.
 *
 * Contract: `mailerContract` in `@gatehouse/auth-core/contracts`.
 */
export interface Mailer {
  /**
   * Sends one mail. Returns once the server has taken responsibility for it.
   *
   * @param id Becomes part of the Message-ID, so that a repeated delivery can be recognised.
   * @throws {PortError} `mailer`, `rejected` when this mail can never be delivered (the server
   *   answered 5xx); any other failure means: try again later.
   */
  send(id: string, mail: Mail): Promise<void>

  /** Returns when the server accepts connections. @throws {PortError} `mailer` otherwise. */
  checkReady(): Promise<void>
}
