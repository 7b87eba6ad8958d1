import type { Settings } from '@gatehouse/settings'

/** One connection for a transaction, and one for the check whether the database answers. */
const minPool = 2

/**
 * The settings of one of several workers: its share of every limit on connections. Metrics are served by the
 * primary process.
 *
 * @param workers The number of workers.
 */
export function divideLimits(settings: Settings, workers: number): Settings {
  const { backend, database, http } = settings
  const share = (total: number, min: number) => Math.max(min, Math.floor(total / workers))
  return {
    ...settings,
    http: {
      ...http,
      maxConnections: share(http.maxConnections, 1),
      maxConnectionsPerNetwork: share(http.maxConnectionsPerNetwork, 1),
    },
    backend: {
      ...backend,
      maxConnections: share(backend.maxConnections, 1),
      caps: {
        perUser: share(backend.caps.perUser, 1),
        perTenant: share(backend.caps.perTenant, 1),
        perNetwork: share(backend.caps.perNetwork, 1),
      },
    },
    database:
      database.kind === 'sqlite'
        ? database
        : { ...database, poolSize: share(database.poolSize, minPool) },
    metrics: undefined,
  }
}
