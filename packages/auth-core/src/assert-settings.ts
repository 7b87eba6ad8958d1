import { clientTypes } from './records/client.ts'
import {
  type AuthSettings,
  defaultSettings,
  type EmailTrust,
  unconfirmedPolicies,
} from './settings.ts'

/**
 * Checks that settings have the types that they promise, for callers without a compiler. A duration or count
 * that is not a number would compare as never reached, so that a token or a limit would have no end.
 *
 * @throws {TypeError} Naming the first setting that is missing or has a wrong type.
 */
export function assertSettings(settings: AuthSettings): void {
  assertLike(settings, defaultSettings, 'settings')
  const { otpExemptClients, signUpDomains, oidcEmailTrust } = settings
  for (const [name, choices] of Object.entries(choicesOf)) {
    if (!choices.includes(settings[name as keyof typeof choicesOf]))
      throw missing(`settings.${name}`)
  }
  if (!otpExemptClients.every((one) => clientTypes.includes(one))) {
    throw missing('settings.otpExemptClients')
  }
  if (!signUpDomains.every((one: unknown) => typeof one === 'string')) {
    throw missing('settings.signUpDomains')
  }
  for (const [provider, trust] of Object.entries(oidcEmailTrust)) {
    assertLike(trust, noTrust, `settings.oidcEmailTrust.${provider}`)
  }
}

/**
 * The same for some of the settings.
 *
 * @throws {TypeError} Naming the first one that is missing or none.
 */
export function assertSome<Name extends keyof AuthSettings>(
  settings: Pick<AuthSettings, Name>,
  ...names: readonly Name[]
): void {
  for (const name of names) assertLike(settings[name], defaultSettings[name], `settings.${name}`)
}

/** Texts of which each has a meaning of its own; another one would be compared with, and be none. */
const choicesOf = {
  signUp: ['open', 'invited', 'closed'],
  unconfirmedAccounts: unconfirmedPolicies,
} as const satisfies {
  readonly [Name in keyof AuthSettings]?: readonly AuthSettings[Name][]
} as Readonly<Record<'signUp' | 'unconfirmedAccounts', readonly string[]>>

const noTrust: EmailTrust = { directoryPinned: false, trustEmail: false }

/** Compares with a model, member by member. Lists and tables hold what the operator likes. */
function assertLike(value: unknown, model: unknown, name: string): void {
  if (typeof model === 'number') {
    if (Number.isFinite(value) && Number(value) >= 0) return
  } else if (Array.isArray(model)) {
    if (Array.isArray(value)) return
  } else if (isObject(model)) {
    if (isObject(value)) {
      for (const [member, expected] of Object.entries(model)) {
        assertLike(value[member], expected, `${name}.${member}`)
      }
      return
    }
  } else if (typeof value === typeof model) return
  throw missing(name)
}

function missing(name: string): TypeError {
  return new TypeError(`${name} is missing, or not what it has to be`)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
