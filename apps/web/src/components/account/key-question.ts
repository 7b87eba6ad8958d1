import type { ApiKeyEntry } from '../../api/account-wire.ts'

/** What the person is asked about at the moment. */
export type KeyQuestion =
  | { readonly kind: 'create' }
  | { readonly kind: 'rotate' | 'revoke'; readonly entry: ApiKeyEntry }
