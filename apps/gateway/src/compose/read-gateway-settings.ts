import { isKnownSecret } from '@gatehouse/crypto'
import { type Environment, readSettings, type SettingsReading } from '@gatehouse/settings'

/** Reads all settings; `JWT_SECRET` is checked against the included list of published secrets. */
export function readGatewaySettings(environment: Environment): SettingsReading {
  return readSettings(environment, { isKnownSecret })
}
