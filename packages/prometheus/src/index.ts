/** Metrics as plain numbers, which prom-client reads at a scrape. */
export { callBuckets, type Definition, define, waitBuckets } from './definition.ts'
export {
  type Count,
  type Counts,
  createInstruments,
  type Durations,
  type DurationsBy,
  type Instruments,
  type Labels,
  type Sample,
} from './instruments.ts'
export {
  createMetricsServer,
  type MetricsServer,
  type MetricsServerOptions,
} from './metrics-server.ts'
