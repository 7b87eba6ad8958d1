import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** An image with its media type. */
export interface Logo {
  /** Its media type, for `Content-Type`. */
  readonly type: string
  /** The image file, unchanged. */
  readonly bytes: Buffer
}

const maxBytes = 262_144

const ownLogo = join(import.meta.dirname, '..', '..', 'static', 'assets', 'icon.svg')

/** Reads the operator's logo, or our own. @throws {Error} When the file is not a valid image. */
export function readLogo(file = ownLogo): Logo {
  const bytes = readSmall(file)
  const type = typeOf(bytes)
  if (!type) throw new Error(`BRAND_LOGO_FILE must be SVG, PNG or WebP; ${file} is something else`)
  return { type, bytes }
}

function readSmall(file: string): Buffer {
  try {
    const { size } = statSync(file)
    if (size <= maxBytes) return readFileSync(file)
  } catch {
    throw new Error(`BRAND_LOGO_FILE cannot be read: ${file}`)
  }
  throw new Error(`BRAND_LOGO_FILE must have at most ${maxBytes} bytes: ${file}`)
}

/** The media type by the first bytes of the file, whatever its name. */
function typeOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png'
  const isRiff = bytes.subarray(0, 4).toString('latin1') === 'RIFF'
  if (isRiff && bytes.subarray(8, 12).toString('latin1') === 'WEBP') return 'image/webp'
  const start = bytes.subarray(0, 4096).toString('utf8')
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s/>]/i.test(
    start,
  )
    ? 'image/svg+xml'
    : undefined
}
