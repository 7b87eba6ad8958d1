/** For tests: what a scrape says. */
export { type Numbers, readMetrics } from './read-metrics.ts'
