/** Takes the interim answers out of what a connection receives. */
export interface InterimFilter {
  /** The next bytes begin an answer. */
  awaitAnswer(): void
  /** @returns What is to be read of the bytes that came; none while it cannot be told. */
  take(bytes: Buffer): Buffer | undefined
}

/** Longer than any that is meant. */
const longestInterim = 65_536

const none: Buffer = Buffer.alloc(0)

const shortestStart = 'HTTP/1.1 100'.length

/** Where the class of the status is, and the character of those that are not final. */
const classAt = 'HTTP/1.1 '.length
const one = '1'.charCodeAt(0)

/**
 * Passes over answers that are not final, but for 101 (RFC 9110, section 15.2): undici gives up a
 * connection on which a 100 comes that it did not ask for.
 */
export function createInterimFilter(): InterimFilter {
  let isAwaiting = false
  let held = none

  function pass(): Buffer {
    const bytes = held
    isAwaiting = false
    held = none
    return bytes
  }

  return {
    awaitAnswer() {
      isAwaiting = true
    },
    take(bytes) {
      if (!isAwaiting) return bytes
      if (held.length === 0 && isFinal(bytes)) {
        isAwaiting = false
        return bytes
      }
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
      for (let end = endOfInterim(held); end > 0; end = endOfInterim(held)) {
        held = held.subarray(end)
      }
      const isUntold = held.length < shortestStart || isInterim(held)
      return isUntold && held.length <= longestInterim ? undefined : pass()
    },
  }
}

/** Where an interim answer at the beginning ends; 0 when there is none, or not the whole of it. */
function endOfInterim(bytes: Buffer): number {
  const end = isInterim(bytes) ? bytes.indexOf('\r\n\r\n') : -1
  return end < 0 ? 0 : end + 4
}

/** Nearly all answers are, so that this is all that they cost. */
function isFinal(bytes: Buffer): boolean {
  return bytes.length >= shortestStart && bytes[classAt] !== one
}

function isInterim(bytes: Buffer): boolean {
  if (bytes.length < shortestStart || isFinal(bytes)) return false
  return /^HTTP\/1\.[01] 1(?!01)[0-9]{2}$/.test(bytes.toString('latin1', 0, shortestStart))
}
