import { join } from 'node:path'
import type { Definition } from '@gatehouse/gateway'
import { definitionGroups } from '@gatehouse/gateway'
import { drawCode, drawTable } from '../draw-table.ts'
import { fillGenerated } from '../fill-generated.ts'

/** The page that lists the metrics. */
export const monitoringFile = join(import.meta.dirname, '../../../../docs/monitoring.md')

/**
 * Replaces the generated parts of the page, and keeps the prose.
 *
 * @throws {TypeError} When a marker is missing.
 */
export function fillMonitoring(page: string): string {
  return fillGenerated(page, 'metrics', drawMetrics())
}

function drawMetrics(): string {
  const sections = definitionGroups.flatMap(({ title, definitions }) => [
    `### ${title}`,
    drawGroup(Object.values(definitions)),
  ])
  return sections.join('\n\n')
}

function drawGroup(definitions: readonly Definition[]): string {
  const rows = definitions.map(({ name, type, across, help, labels, attention }) => [
    drawCode(name),
    type,
    across,
    `${help}${labelsOf(labels)}`,
    attention,
  ])
  return drawTable(['Metric', 'Type', 'Replicas', 'Meaning', 'When it is off'], rows)
}

function labelsOf(labels: Definition['labels']): string {
  return Object.entries(labels)
    .map(([name, values]) => ` *${name}:* ${values}.`)
    .join('')
}
