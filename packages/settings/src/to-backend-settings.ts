import type { SettingName, ValuesOfNames } from './setting-groups.ts'
import type { BackendSettings } from './settings.ts'

/** The settings that {@link toBackendSettings} reads. */
export const backendSettingNames = [
  'MACHINE_BACKEND_URL',
  'BACKEND_TIMEOUT_SECONDS',
  'BACKEND_MAX_CONNECTIONS',
  'BACKEND_MAX_PER_USER',
  'BACKEND_MAX_PER_TENANT',
  'BACKEND_MAX_PER_NETWORK',
  'PROXY_ENGINE',
] as const satisfies readonly SettingName[]

/** The service behind the gateway, and who may use how much of it. */
export function toBackendSettings(
  values: ValuesOfNames<typeof backendSettingNames>,
): BackendSettings {
  const maxConnections = values.BACKEND_MAX_CONNECTIONS
  const half = Math.ceil(maxConnections / 2)
  return {
    url: values.MACHINE_BACKEND_URL,
    timeoutSeconds: values.BACKEND_TIMEOUT_SECONDS,
    maxConnections,
    caps: {
      perUser: values.BACKEND_MAX_PER_USER ?? Math.ceil(maxConnections / 4),
      perTenant: values.BACKEND_MAX_PER_TENANT ?? half,
      perNetwork: values.BACKEND_MAX_PER_NETWORK ?? half,
    },
    engine: values.PROXY_ENGINE,
  }
}
