/**
 * The options for reading on both sides of a terminal (T-80): no compression, and at most one message of this
 * size at a time. Each part of a message, a fragment or a packet, takes some extra memory; parts from honest
 * senders are larger than a few bytes.
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

/** The number of parts that is allowed at any size. */
const fewParts = 1024
const smallPartBytes = 256
