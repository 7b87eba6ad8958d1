/**
 * What other workspaces of this repository use of the gateway; embedders must not use it. The documentation is drawn
 * from the tables of routes, problems and metrics, and tests compare them. The operator's command opens the parts of
 * a gateway through entries of their own, beside this one.
 */
export { answers, type Operation, operations, pathsOf, problems } from '@gatehouse/http-api'
export type { Definition } from '@gatehouse/prometheus'
export { definitionGroups, definitions } from './metrics/definitions.ts'
export type { PageConfig } from './pages/page-config.ts'
