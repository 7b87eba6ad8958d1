import { PortError } from '@gatehouse/auth-core'

/**
 * Encrypts what must not lie readable in the database. Authenticated: a text that was altered, or
 * that was sealed for another context, does not open.
 */
export interface Sealer {
  /** @param context Names the place it is kept at, so that no sealed text serves in another. */
  seal(text: string, context: string): string

  /** @throws {Error} For a text not sealed by us for this context; its message holds no secret. */
  open(sealed: string, context: string): string
}

/** Opens what the database returned. @throws {PortError} `store`, `corrupt` when it cannot. */
export function openSealed(sealer: Sealer, sealed: string, context: string): string {
  try {
    return sealer.open(sealed, context)
  } catch (error) {
    throw new PortError('store', 'corrupt', error)
  }
}
