import type { Mail } from '../records/mail.ts'

/**
 * Hands mails to a mail server, each in two steps: what can take long, and what can be doubled.
 *
 * Contract: `mailerContract` in `@gatehouse/auth-core/contracts`.
 */
export interface Mailer {
  /**
   * Gets one mail so far that only its content is missing: the server has accepted the sender and
   * the recipient, and waits (SMTP: it answered 354, RFC 5321 section 4.1.1.4). Nothing of the
   * mail can arrive yet. A server that takes a mail in one step has nothing to do here.
   *
   * @param id Becomes part of the Message-ID, so that a repeated delivery can be recognised.
   * @param patienceSeconds How long the server may think about the recipient. Reaching the server
   *   does not count: that has a limit of its own.
   * @throws {PortError} `mailer`, `rejected` when this mail can never be delivered (the server
   *   answered 5xx); any other failure means: try again later.
   */
  prepare(id: string, mail: Mail, patienceSeconds: number): Promise<PreparedDelivery>

  /** Resolves when the server accepts connections. @throws {PortError} `mailer` otherwise. */
  checkReady(): Promise<void>
}

/** A mail that the server waits for. One of the two is called, once. */
export interface PreparedDelivery {
  /**
   * Sends the content. Returns once the server has taken responsibility for the mail.
   *
   * @param patienceSeconds How long that may take. Afterwards nothing more is sent, and whether
   *   the mail arrives is unknown.
   * @throws {PortError} `mailer`, as {@link Mailer.prepare}; `timeout` when it took too long.
   */
  send(patienceSeconds: number): Promise<void>

  /** Sends nothing, and lets the server forget the mail. */
  cancel(): void
}
