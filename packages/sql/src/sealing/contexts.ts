/**
 * The context of each sealed text: its place, so that it opens for no other. Contexts never change, because
 * stored texts were sealed with them.
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

/** The context of the lookup hashes of API keys. */
export const apiKeyLookup = 'accounts.api_key'
