import { PortError } from '@gatehouse/auth-core/ports'

/**
 * Encrypts what must not lie readable in the database, and hashes what has to be found there. The
 * encryption is authenticated: a text that was altered, or sealed for another context, does not
 * open. `@gatehouse/crypto` has one.
 */
export interface Sealer {
  /** Names the key that seals now; the name stands in everything it sealed. */
  readonly keyId: string

  /**
   * Encrypts a text.
   *
   * @param context Names the place where it is kept, so that no sealed text serves in another.
   */
  seal(text: string, context: string): string

  /**
   * Decrypts a sealed text.
   *
   * @throws {Error} For a text not sealed by us for this context; its message holds no secret.
   */
  open(sealed: string, context: string): string

  /**
   * Whether a text was sealed, or a lookup hash made, with the key that seals now. Looks no
   * further.
   */
  isCurrent(text: string): boolean

  /**
   * Keyed hashes of a text, by which a column is searched that must not lie readable: the first is
   * the one to store, the others are those that earlier keys gave.
   */
  lookupHashes(text: string, context: string): readonly [string, ...string[]]
}

/** Opens what the database returned. @throws {PortError} `store`, `corrupt` when it cannot. */
export function openSealed(sealer: Sealer, sealed: string, context: string): string {
  try {
    return sealer.open(sealed, context)
  } catch (error) {
    throw new PortError('store', 'corrupt', error)
  }
}
