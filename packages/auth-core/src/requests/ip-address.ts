const byte = /^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/
const group = /^[0-9a-f]{1,4}$/i

/** The four bytes of an IPv4 address in dotted decimals without leading zeros; `undefined` for any other text. */
export function ipv4Bytes(text: string): readonly number[] | undefined {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => byte.test(part))
    ? parts.map(Number)
    : undefined
}

/**
 * The eight groups of an IPv6 address without a zone (RFC 4291, section 2.2), each from 0 to 65,535;
 * `undefined` for any other text.
 */
export function ipv6Groups(text: string): readonly number[] | undefined {
  // Every request asks, and most have an IPv4 address.
  if (!text.includes(':')) return undefined
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const isShort = halves.length === 2
  const [head = '', tail = ''] = halves
  // The last 32 bits may be written as an IPv4 address.
  const front = groupsOf(head, !isShort)
  const back = groupsOf(tail, true)
  if (!front || !back) return undefined
  const missing = 8 - front.length - back.length
  if (isShort ? missing < 1 : missing !== 0) return undefined
  return [...front, ...Array.from({ length: missing }, () => 0), ...back]
}

/** The IPv4 address in an IPv6 one (RFC 4291, section 2.5.5.2), as bytes; `undefined` if there is none. */
export function mappedBytes(groups: readonly number[]): readonly number[] | undefined {
  const [marker, high = 0, low = 0] = groups.slice(5)
  if (marker !== 0xffff || groups.slice(0, 5).some((each) => each !== 0)) return undefined
  return [high, low].flatMap((each) => [each >> 8, each & 0xff])
}

function groupsOf(text: string, mayEndInBytes: boolean): readonly number[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const last = parts.at(-1) ?? ''
  const bytes = mayEndInBytes ? ipv4Bytes(last) : undefined
  const plain = bytes ? parts.slice(0, -1) : parts
  if (!plain.every((part) => group.test(part))) return undefined
  const groups = plain.map((part) => Number.parseInt(part, 16))
  const [a = 0, b = 0, c = 0, d = 0] = bytes ?? []
  return bytes ? [...groups, a * 256 + b, c * 256 + d] : groups
}
