import { isKnownSecret } from '@gatehouse/crypto'
import { readSettings, type SettingsReading } from '../src/read-settings.ts'
import type { Environment } from '../src/read-variables.ts'
import type { Remark } from '../src/remark.ts'
import type { Settings } from '../src/settings.ts'

/** Values for the settings without a default. */
export const required = {
  SMTP_URL: 'smtp://127.0.0.1:1025',
  MACHINE_BACKEND_URL: 'http://127.0.0.1:9000',
}

/** What Keycloak needs. */
export const keycloak = {
  CREDENTIAL_STORE: 'keycloak',
  KEYCLOAK_URL: 'http://127.0.0.1:8180',
  KEYCLOAK_CLIENT_SECRET: 'x4Kw9rTz',
}

/** Three valid secrets. */
export const secrets = {
  secret: 'k7Qw2nE5vB8xZ1mL4pR9tY6uJ3hG0fDs',
  previous: 'Z9mN3bV7cX1lK5jH8gF2dS6aP0oI4uYt',
  masterKey: Buffer.from(Array.from({ length: 32 }, (_, index) => (0xa7 + 37 * index) % 256)),
}

/** Reads settings as the gateway does. */
export function read(environment: Environment): SettingsReading {
  return readSettings(environment, { isKnownSecret })
}

/** The settings of an environment with the required values; it must be valid. */
export function settingsOf(environment: Environment): Settings {
  const reading = read({ ...required, ...environment })
  if (!reading.ok) throw new Error(JSON.stringify(reading.mistakes))
  return reading.value
}

/** The mistakes in an environment with the required values. */
export function mistakesOf(environment: Environment): readonly Remark[] {
  const reading = read({ ...required, ...environment })
  return reading.ok ? [] : reading.mistakes
}
