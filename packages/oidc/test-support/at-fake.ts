import type { OidcAnswer } from '@gatehouse/auth-core/ports'
import { afterEach } from '@jest/globals'
import {
  createOpenidClientOidcProvider,
  type DiscoveringOidcProvider,
  type OpenidClientOidcProviderOptions,
} from '../src/index.ts'
import {
  type FakeProvider,
  type FakeProviderOptions,
  type Story,
  startFakeProvider,
} from '../testing/index.ts'

/** The client that the provider knows. */
export const client = { clientId: 'gateway', clientSecret: 'a secret of 32 or more characters' }
/** Where the provider sends people back to. */
export const redirectUri = 'https://auth.example.com/api/auth/oidc/provider_a/callback'

const open: FakeProvider[] = []
afterEach(async () => {
  for (const fake of open.splice(0)) await fake.close()
})

/** Starts a fake provider for one test. */
export async function openFake(options: Partial<FakeProviderOptions> = {}): Promise<FakeProvider> {
  const fake = await startFakeProvider({ ...client, ...options })
  open.push(fake)
  return fake
}

/** The adapter, set up for a fake provider. */
export function at(
  { issuer }: Pick<FakeProvider, 'issuer'>,
  options: Partial<OpenidClientOidcProviderOptions> = {},
): DiscoveringOidcProvider {
  return createOpenidClientOidcProvider({
    ...client,
    redirectUri,
    issuer,
    allowHttp: true,
    now: () => new Date(),
    ...options,
  })
}

/**
 * Goes to the provider and back.
 *
 * @param story What its tokens say.
 * @param extra Added to the query.
 */
export async function arrive(
  fake: FakeProvider,
  provider: DiscoveringOidcProvider,
  { story = {}, extra = '' }: { readonly story?: Story; readonly extra?: string } = {},
): Promise<OidcAnswer> {
  fake.tell(story)
  const { redirectTo, transaction } = await provider.start()
  return provider.finish(fake.comeBack(redirectTo) + extra, transaction)
}
