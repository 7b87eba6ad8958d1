import { settingsOf } from '@gatehouse/settings/testing'
import { expect, it } from '@jest/globals'
import { divideLimits } from './divide-limits.ts'

const settings = settingsOf({
  MAX_CONNECTIONS: '1000',
  BACKEND_MAX_CONNECTIONS: '3',
  BACKEND_MAX_PER_USER: '2',
  BACKEND_MAX_PER_TENANT: '64',
  BACKEND_MAX_PER_NETWORK: '128',
  DATABASE_URL: 'postgres://db/gate',
  DATABASE_POOL_SIZE: '10',
})

it.each([
  [2, { http: 500, network: 125, backend: 1, caps: [1, 32, 64], pool: 5 }],
  [3, { http: 333, network: 83, backend: 1, caps: [1, 21, 42], pool: 3 }],
  [64, { http: 15, network: 3, backend: 1, caps: [1, 1, 2], pool: 2 }],
])(
  'one of %i workers takes its share of connections',
  (workers, { http, network, backend, caps: [perUser, perTenant, perNetwork], pool }) => {
    expect(divideLimits(settings, workers)).toEqual({
      ...settings,
      http: { ...settings.http, maxConnections: http, maxConnectionsPerNetwork: network },
      backend: {
        ...settings.backend,
        maxConnections: backend,
        caps: { perUser, perTenant, perNetwork },
      },
      database: { ...settings.database, poolSize: pool },
      metrics: undefined,
    })
  },
)
