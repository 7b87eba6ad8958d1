import type { Settings } from '@gatehouse/settings'

/** A transaction, and the question whether the database is there. */
const minPool = 2

/**
 * What one of several workers may use: of what is limited by a number of connections, its share.
 * Metrics are read from another process.
 *
 * @param workers How many there are.
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
