import type { Mail } from '../records/mail.ts'

/**
 * Hands mails to a mail server in two steps: the slow step, and the step that could deliver a mail twice.
 *
 * Contract: `mailerContract` in `@gatehouse/auth-core/contracts`.
 */
export interface Mailer {
  /**
   * Prepares a mail up to its content: the server has accepted sender and recipient, and waits for the
   * content (SMTP: it answered 354, RFC 5321 section 4.1.1.4). Nothing can arrive yet. For a server that
   * takes a mail in one step, this does nothing.
   *
   * @param id Becomes part of the Message-ID, so that a repeated delivery can be recognised.
   * @param patienceSeconds How long to wait for the server's answer about the recipient. Connecting has a
   * limit of its own.
   * @throws {PortError} `mailer`, `rejected` when this mail can never be delivered (the server answered 5xx);
   * after any other failure, try again later.
   */
  prepare(id: string, mail: Mail, patienceSeconds: number): Promise<PreparedDelivery>

  /** Resolves when the server accepts connections. @throws {PortError} `mailer` otherwise. */
  checkReady(): Promise<void>
}

/** A mail whose content the server waits for. Call one of the two methods, once. */
export interface PreparedDelivery {
  /**
   * Sends the content. Returns once the server has taken responsibility for the mail.
   *
   * @param patienceSeconds How long that may take. Afterwards nothing more is sent, and whether
   *   the mail arrives is unknown.
   * @throws {PortError} `mailer`, as {@link Mailer.prepare}; `timeout` when it took too long.
   */
  send(patienceSeconds: number): Promise<void>

  /** Sends nothing; the server drops the mail. */
  cancel(): void
}
