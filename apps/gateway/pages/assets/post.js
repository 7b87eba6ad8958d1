/** After this long the service counts as out of reach, in milliseconds. */
const longest = 20_000

/**
 * POSTs JSON to the auth API. Never rejects.
 *
 * @returns `{ ok: true, body }`, or what went wrong: `code` and `errors` as in the problem document, and
 *   `text`, a sentence for the person that says what to do.
 */
export async function post(path, body, headers = {}) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(longest),
    })
    const answer = await response.json()
    return response.ok ? { ok: true, body: answer } : failure(response, answer)
  } catch {
    // No answer, or one that is not from the service itself.
    const text = 'The service cannot be reached. Check your connection, then try again.'
    return { ok: false, code: 'unreachable', errors: [], text }
  }
}

function failure({ status, headers }, { code, detail, errors = [], request_id: id }) {
  return { ok: false, code, errors, text: sentence({ status, code, detail, id, headers }) }
}

function sentence({ status, code, detail, id, headers }) {
  const wait = Number(headers.get('Retry-After'))
  if (code === 'rate_limited' && wait > 0) {
    return `Too many attempts. Try again in ${inWords(wait)}.`
  }
  return status >= 500 && id ? `${detail} (Request ${id})` : detail
}

function inWords(seconds) {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
