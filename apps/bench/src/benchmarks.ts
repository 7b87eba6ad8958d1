import type { Benchmark } from './benchmark.ts'
import { keycloakRealms } from './keycloak-realms/keycloak-realms.ts'
import { proxy } from './proxy/proxy.ts'
import { terminals } from './terminals/terminals.ts'

/** By the name that `npm run bench` knows each by. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  'keycloak-realms': keycloakRealms,
  proxy,
  terminals,
}
