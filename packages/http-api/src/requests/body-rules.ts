import { InvalidRequest } from './parse.ts'

/** Seconds that the body of an auth route may take to arrive: it is small, unlike an upload. */
export const bodySeconds = 15

/**
 * What can be said of a body before it is read.
 *
 * @param coding The value of `Content-Encoding`.
 * @param length The value of `Content-Length`.
 * @throws {InvalidRequest} `unsupported_media_type` when it is compressed; `body_too_large`.
 */
export function assertReadable(
  coding: string | null | undefined,
  length: string | null | undefined,
  maxBytes: number,
): void {
  const isPlain = (coding ?? 'identity').toLowerCase() === 'identity'
  if (!isPlain) throw new InvalidRequest('unsupported_media_type')
  if (Number(length ?? 0) > maxBytes) throw new InvalidRequest('body_too_large')
}
