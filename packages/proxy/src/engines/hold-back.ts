import type { ServerResponse } from 'node:http'

/** The shortest and the longest time that a refusal is held back, in milliseconds. */
const holdMs = { shortest: 100, longest: 500 }

/**
 * Says a refusal a while later, at a moment of its own. Clients that are told to wait come back at once and
 * together, and each such burst would hold up everyone else's requests (T-89). Does nothing for a client
 * that has gone.
 */
export function holdBack(response: ServerResponse, refuse: () => void): void {
  const { shortest, longest } = holdMs
  const timer = setTimeout(refuse, shortest + Math.random() * (longest - shortest))
  response.once('close', () => clearTimeout(timer))
}
