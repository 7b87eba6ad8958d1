import {
  isLoopbackHost,
  type Mail,
  type Mailer,
  PortError,
  type PortFailure,
} from '@gatehouse/auth-core/ports'

/** A web service that writes the text of a mail and sends it. */
export interface HttpMailerOptions {
  /** Takes `POST` with `{ id, mail }`, and answers `GET` with 2xx when it is ready. */
  readonly url: string
  /** Goes out as a bearer token. */
  readonly apiKey: string
}

/**
 * A {@link Mailer} that hands each mail to a web service.
 *
 * @throws {TypeError} When mails, which hold codes and links, would travel in the clear.
 */
export function createHttpMailer({ url, apiKey }: HttpMailerOptions): Mailer {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !isLoopbackHost(hostname)) {
    throw new TypeError('createHttpMailer: url has to begin with https://')
  }
  return {
    // Nothing to prepare: the service learns of recipient and content in one request.
    prepare: async (id, mail) => ({
      send: (patienceSeconds) => call('POST', { patienceSeconds, content: { id, mail } }),
      cancel() {},
    }),
    checkReady: () => call('GET', { patienceSeconds: 10 }),
  }

  async function call(method: string, { patienceSeconds, content }: Call): Promise<void> {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        // The same mail may come twice; this is how the service can tell.
        ...(content && { 'idempotency-key': content.id }),
      },
      body: content ? JSON.stringify(content) : null,
      signal: AbortSignal.timeout(patienceSeconds * 1000),
    }).catch(fail)
    // Its answer may quote the mail, so only the status is kept.
    if (!response.ok) throw new PortError('mailer', failureOf(response.status))
  }
}

interface Call {
  readonly patienceSeconds: number
  readonly content?: { readonly id: string; readonly mail: Mail }
}

/**
 * Whether another try helps. What makes no sense today will make none tomorrow; a key that was changed, or
 * too many requests, is no fault of the mail.
 */
function failureOf(status: number): PortFailure {
  const isOfMail = status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
  return isOfMail ? 'rejected' : 'unavailable'
}

function fail(error: unknown): never {
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  throw new PortError('mailer', isLate ? 'timeout' : 'unavailable', error)
}
