/** All settings: readers, types, defaults and documentation come from this list. */
import { backendSettings, terminalSettings } from './groups/backend.ts'
import { edgeSettings } from './groups/edges.ts'
import { httpSettings } from './groups/http.ts'
import { keycloakSettings } from './groups/keycloak.ts'
import { limitSettings } from './groups/limits.ts'
import { loginSettings } from './groups/login.ts'
import { mailSettings } from './groups/mail.ts'
import { providerSettings } from './groups/oidc.ts'
import { pagesSettings } from './groups/pages.ts'
import { runningSettings } from './groups/running.ts'
import { storageSettings } from './groups/storage.ts'
import { keySettings, tokenSettings } from './groups/tokens.ts'
import type { SettingList, ValuesOf } from './setting.ts'

/** Settings that belong together, under one heading of the documentation. */
export interface SettingGroup {
  /** The heading in the documentation. */
  readonly title: string
  /** A text about all settings of the group, in Markdown. */
  readonly introduction?: string
  /** The settings, in the order of the documentation. */
  readonly settings: SettingList
}

/** All settings by name. A setting whose default refers to another comes after it. */
export const settingList = {
  ...httpSettings,
  ...backendSettings,
  ...terminalSettings,
  ...edgeSettings,
  ...mailSettings,
  ...pagesSettings,
  ...storageSettings,
  ...keycloakSettings,
  ...tokenSettings,
  ...keySettings,
  ...loginSettings,
  ...providerSettings,
  ...limitSettings,
  ...runningSettings,
} as const satisfies SettingList

/** The name of a setting's environment variable. */
export type SettingName = keyof typeof settingList

/** The value of every setting by its name. */
export type Values = ValuesOf<typeof settingList>

/** The values of the settings in a list of names. */
export type ValuesOfNames<Names extends readonly SettingName[]> = Pick<Values, Names[number]>

/** The same settings in the order of the documentation. */
export const settingGroups: readonly SettingGroup[] = [
  { title: 'HTTP', settings: httpSettings },
  { title: 'Machine backend', settings: backendSettings },
  {
    title: 'Terminals',
    introduction: 'The caps hold for each replica, however many `WORKERS` it has.',
    settings: terminalSettings,
  },
  { title: 'Edges', settings: edgeSettings },
  { title: 'Mail', settings: mailSettings },
  {
    title: 'Pages',
    introduction: [
      'A page whose address is of another site is linked to and not served; [Pages](pages.md) says what',
      'each is handed. `VERIFY_EMAIL_URL`, `RESET_PASSWORD_URL`, `INVITATION_URL` and',
      '`REOPEN_ORGANIZATION_URL`, above, are pages too.',
    ].join('\n'),
    settings: pagesSettings,
  },
  { title: 'Storage', settings: storageSettings },
  {
    title: 'Keycloak',
    introduction: [
      'With `CREDENTIAL_STORE=keycloak` the address and the secret are required; otherwise these settings',
      'have no effect. [Keycloak](keycloak.md) says how to set it up.',
    ].join('\n'),
    settings: keycloakSettings,
  },
  { title: 'Tokens', settings: tokenSettings },
  {
    title: 'Keys',
    introduction: [
      'Without `JWT_SECRET` the gateway makes its signing keys itself, keeps them sealed in the',
      'database and changes them on time.',
    ].join('\n'),
    settings: keySettings,
  },
  { title: 'Login', settings: loginSettings },
  {
    title: 'Sign-in with a provider',
    introduction:
      'How to register the gateway at a provider, and what is refused: [oidc.md](oidc.md).',
    settings: providerSettings,
  },
  {
    title: 'Limits',
    introduction: [
      'A limit is a count and a time in `s`, `m`, `h` or `d`: `200/15m` is 200 in 15 minutes. The time',
      'begins with the first one counted. What goes beyond is answered 429 with `Retry-After`. A network',
      'is an IPv4 address or an IPv6 /64.',
    ].join('\n'),
    settings: limitSettings,
  },
  { title: 'Running', settings: runningSettings },
]
