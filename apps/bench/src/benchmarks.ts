import type { Benchmark } from './benchmark.ts'
import { bulkhead } from './bulkhead/bulkhead.ts'
import { everything } from './everything.ts'
import { flood } from './flood/flood.ts'
import { flows } from './flows/flows.ts'
import { growth } from './growth/growth.ts'
import { isolation } from './isolation/isolation.ts'
import { keycloakRealms } from './keycloak-realms/keycloak-realms.ts'
import { limits } from './limits/limits.ts'
import { proxy } from './proxy/proxy.ts'
import { roundTrips } from './round-trips/round-trips.ts'
import { start } from './start/start.ts'
import { terminals } from './terminals/terminals.ts'
import { verify } from './verify/verify.ts'

/** By the name that `npm run bench` knows each by. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  bulkhead,
  everything,
  flood,
  flows,
  growth,
  isolation,
  'keycloak-realms': keycloakRealms,
  limits,
  proxy,
  'round-trips': roundTrips,
  start,
  terminals,
  verify,
}
