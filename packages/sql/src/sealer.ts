import { PortError } from '@gatehouse/auth-core/ports'

/**
 * Encrypts what must not lie readable in the database, and hashes what has to be found there. The
 * encryption is authenticated: a text that was altered, or sealed for another context, does not
 * open. `@gatehouse/crypto` has one.
 */
export interface Sealer {
  /** The id of the key that seals now; it is part of every sealed text. */
  readonly keyId: string

  /**
   * Encrypts a text.
   *
   * @param context The place of the text; a sealed text only opens for the same place.
   */
  seal(text: string, context: string): string

  /**
   * Decrypts a sealed text.
   *
   * @throws {Error} For a text not sealed by us for this context; its message holds no secret.
   */
  open(sealed: string, context: string): string

  /**
   * Whether a text was sealed, or a lookup hash made, with the key that seals now. Checks only the key's id.
   */
  isCurrent(text: string): boolean

  /**
   * Keyed hashes of a text, to search a column of sealed texts. The first one is for storing; the others are
   * from earlier keys.
   */
  lookupHashes(text: string, context: string): readonly [string, ...string[]]
}

/** Decrypts a text from the database. @throws {PortError} `store`, `corrupt` when it does not open. */
export function openSealed(sealer: Sealer, sealed: string, context: string): string {
  try {
    return sealer.open(sealed, context)
  } catch (error) {
    throw new PortError('store', 'corrupt', error)
  }
}
