import type { Definition } from '@gatehouse/prometheus'
import { authDefinitions } from './definitions/auth.ts'
import { httpDefinitions } from './definitions/http.ts'
import { mailDefinitions } from './definitions/mail.ts'
import { processDefinitions } from './definitions/process.ts'
import { storeDefinitions } from './definitions/stores.ts'
import { terminalDefinitions } from './definitions/terminals.ts'

/** Metrics that belong together, under one heading of the documentation. */
export interface DefinitionGroup {
  /** The heading in docs/monitoring.md. */
  readonly title: string
  /** The metrics by the names that code uses. */
  readonly definitions: Readonly<Record<string, Definition>>
}

/** All metrics of our own. */
export const definitions = {
  ...httpDefinitions,
  ...terminalDefinitions,
  ...authDefinitions,
  ...storeDefinitions,
  ...mailDefinitions,
  ...processDefinitions,
} as const

/** The same in the order of the documentation. */
export const definitionGroups: readonly DefinitionGroup[] = [
  { title: 'Requests', definitions: httpDefinitions },
  { title: 'Terminals', definitions: terminalDefinitions },
  { title: 'Logins and limits', definitions: authDefinitions },
  { title: 'Database and credential store', definitions: storeDefinitions },
  { title: 'Mail', definitions: mailDefinitions },
  { title: 'Keys, workers, process', definitions: processDefinitions },
]
