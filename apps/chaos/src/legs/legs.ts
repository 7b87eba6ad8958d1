import type { LegName } from '../chaos-environment.ts'
import { clock } from './clock.ts'
import { fullDisk } from './full-disk.ts'
import { keycloak } from './keycloak.ts'
import type { Leg } from './leg.ts'
import { provider } from './provider.ts'
import { workers } from './workers.ts'

/** Every leg, by its name. */
export const legs: Readonly<Record<LegName, Leg>> = {
  workers,
  keycloak,
  provider,
  clock,
  'full-disk': fullDisk,
}
