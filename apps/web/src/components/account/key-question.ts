import type { ApiKeyEntry } from '../../api/account-wire.ts'

/** The dialog that is open in the list of keys. */
export type KeyQuestion =
  | { readonly kind: 'create' }
  | { readonly kind: 'rotate' | 'revoke'; readonly entry: ApiKeyEntry }
