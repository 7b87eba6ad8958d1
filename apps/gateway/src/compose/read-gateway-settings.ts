import { isKnownSecret } from '@gatehouse/crypto'
import { readSettings, type SettingsReading } from '../settings/read-settings.ts'
import type { Environment } from '../settings/read-variables.ts'

/** Reads all settings; `JWT_SECRET` is held against the shipped list of published secrets. */
export function readGatewaySettings(environment: Environment): SettingsReading {
  return readSettings(environment, { isKnownSecret })
}
