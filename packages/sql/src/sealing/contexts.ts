/**
 * What each sealed text is sealed for: its place, so that it serves in no other. They are part of
 * what is stored, and never change.
 */
export const sealedFor = {
  apiKey: (accountId: string) => `accounts.api_key:${accountId}`,
  signingKey: (kid: string) => `signing_keys.secret:${kid}`,
  mail: (entryId: string) => `outbox.content:${entryId}`,
  realmAccount: ({
    realm,
    reservation,
  }: {
    readonly realm: string
    readonly reservation: string
  }) => `realm_accounts.secrets:${realm}:${reservation}`,
  keyCheck: () => 'key_check.sealed',
} as const

/** What the lookup hash of an API key is made for. */
export const apiKeyLookup = 'accounts.api_key'
