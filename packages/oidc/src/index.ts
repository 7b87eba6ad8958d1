export type {
  DiscoveringOidcProvider,
  OpenidClientOidcProviderOptions,
} from './openid-client-oidc-provider.ts'
export { createOpenidClientOidcProvider } from './openid-client-oidc-provider.ts'
