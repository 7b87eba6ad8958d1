import { type AuthSettings, defaultSettings } from '@gatehouse/auth-core'
import type { Limit } from '@gatehouse/auth-core/ports'
import type { Settings } from './expectation.ts'

/** How the operator has set the service up. */
export interface Setting extends Settings {
  /** Limits are so low that guessers meet them. */
  readonly lowLimits: boolean
}

/** The same, in the words of the service. Limits that are not low are none. */
export function settingsOf({
  logoutEndsTokens,
  confirmedOnly,
  codesAtFirst,
  lowLimits,
}: Setting): AuthSettings {
  const named: Readonly<Record<string, Limit>> = { ...defaultSettings.limits }
  const limits = Object.entries(named).map(([name, limit]) => [
    name,
    { ...limit, points: (lowLimits && lowPoints[name]) || 1_000_000 },
  ])
  return {
    ...defaultSettings,
    logoutEndsTokens,
    otpDefault: codesAtFirst,
    unconfirmedAccounts: confirmedOnly ? 'no_login' : 'full',
    limits: Object.fromEntries(limits) as AuthSettings['limits'],
  }
}

const lowPoints: Readonly<Record<string, number>> = {
  loginStreak: 2,
  loginPerAccount: 3,
  loginPerNetwork: 12,
  otpStreak: 2,
  otpPerAccount: 4,
  otpPerNetwork: 12,
}
