/** Checks from outside whether a running service keeps the interface of Gatehouse. */
export type { Check } from './check.ts'
export { checks } from './checks/checks.ts'
export { Deviation, Hindered, NotApplicable } from './expect/outcomes.ts'
export { drawReport } from './report/draw-report.ts'
export {
  type Conformance,
  type ConformanceOptions,
  type Result,
  runConformance,
} from './run-conformance.ts'
export type { Edition, Feature, Level } from './terms.ts'
export type { Credentials, SeededAccounts } from './world/people.ts'
