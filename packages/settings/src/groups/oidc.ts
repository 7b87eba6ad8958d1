import { clientSecret, directory } from '../schemas/oidc.ts'
import { onOrOff, token } from '../schemas/texts.ts'
import { issuer, origin } from '../schemas/urls.ts'
import type { SettingList } from '../setting.ts'

/** The two external providers. A provider without a client id is off. */
export const providerSettings = {
  PROVIDER_A_CLIENT_ID: {
    schema: token,
    description:
      'The client id from the registration at provider A. Without it the provider is off.',
  },
  PROVIDER_A_CLIENT_SECRET: {
    schema: clientSecret,
    description: 'The client secret from the same registration.',
    secret: true,
  },
  PROVIDER_A_TENANT_ID: {
    schema: directory,
    description:
      'Microsoft Entra ID alone: the one directory people may come from. Without it people of every directory may, and an address counts only if the owner of its domain has confirmed it.',
    example: '3f0c2a52-9a4e-4c70-8a51-6a2d2f1b7c11',
  },
  PROVIDER_A_ISSUER: {
    schema: issuer,
    description:
      'The issuer of provider A, if that is not Microsoft Entra ID. Not set, it is `https://login.microsoftonline.com/<PROVIDER_A_TENANT_ID>/v2.0`, with `organizations` where no directory is set.',
    example: 'https://id.example.com/realms/staff',
  },
  PROVIDER_A_TRUST_EMAIL: {
    schema: onOrOff,
    default: 'off',
    description:
      'Whether addresses of that one directory count although provider A does not say that they were confirmed. Only for a directory whose administrators you trust never to give a user another person’s address; it needs `PROVIDER_A_TENANT_ID`.',
  },
  PROVIDER_B_CLIENT_ID: {
    schema: token,
    description:
      'The client id from the registration at provider B. Without it the provider is off.',
  },
  PROVIDER_B_CLIENT_SECRET: {
    schema: clientSecret,
    description: 'The client secret from the same registration.',
    secret: true,
  },
  PROVIDER_B_ISSUER: {
    schema: issuer,
    default: 'https://accounts.google.com',
    description: 'The issuer of provider B.',
  },
  OIDC_REDIRECT_BASE_URL: {
    schema: origin,
    default: '$PUBLIC_BASE_URL',
    description:
      'What the redirect URIs at the providers begin with; `/api/auth/oidc/provider_a/callback` and `…/provider_b/callback` follow. People have to begin under it too, since the cookie of a sign-in comes back to no other host.',
    example: 'https://auth.example.com',
  },
  OIDC_ALLOW_HTTP: {
    schema: onOrOff,
    default: 'off',
    description: 'Whether a provider on this machine may speak plain `http`. For development.',
  },
} as const satisfies SettingList
