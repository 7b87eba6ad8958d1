/**
 * `@gatehouse/embed/parts`: the layer below `openGatehouse`, for hosts that open adapters themselves, wrap
 * ports or have an order of their own for starting and stopping. The gateway is one.
 */
export type {
  ClosableMailer,
  OpenCredentials,
  OpenRecords,
  ReadableRecords,
  RefreshableProvider,
  Tools,
} from './adapters.ts'
export { announceEvents, type OnEvent } from './announce-events.ts'
export { type ClockWatch, createClockWatch } from './clock-watch.ts'
export { type Composition, composeGatehouse } from './compose-gatehouse.ts'
export type { CompositionOptions, GatehouseParts } from './composition-options.ts'
export { explained } from './explained.ts'
export {
  createFreshTokenState,
  type FreshTokenState,
  type TokenState,
} from './fresh-token-state.ts'
export { createMailHealth, type MailHealth } from './mail-health.ts'
export type { Observers } from './observers.ts'
export type { PasswordConcurrency } from './open-admission.ts'
export type { JobObserver, RunningJobs } from './run-jobs.ts'
export { startWork, type WorkOptions } from './start-work.ts'
export type { WorkLog } from './work-log.ts'
