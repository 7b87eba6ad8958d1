/**
 * How both sides of a terminal read (T-80): uncompressed, and never more than one message of this
 * size at a time. Each part of it that comes by itself takes some memory more, be it a fragment or
 * a packet; for honest senders, parts are larger than a few bytes.
 */
export function socketOptions(maxPayloadBytes: number) {
  const maxParts = fewParts + Math.ceil(maxPayloadBytes / smallPartBytes)
  return {
    perMessageDeflate: false,
    maxPayload: maxPayloadBytes,
    maxFragments: maxParts,
    maxBufferedChunks: maxParts,
  } as const
}

/** Allowed at any size. */
const fewParts = 1024
const smallPartBytes = 256
