import { join } from 'node:path'
import type { Definition } from '@gatehouse/gateway'
import { definitionGroups } from '@gatehouse/gateway'

/** The page that lists the metrics. */
export const monitoringFile = join(import.meta.dirname, '../../../../docs/monitoring.md')

const begin = '<!-- generated: metrics -->\n\n'
const end = '\n\n<!-- end -->'

/**
 * Replaces what stands between the generated markers of the page, and leaves the prose alone.
 *
 * @throws {TypeError} When a marker is missing.
 */
export function fillMonitoring(page: string): string {
  const start = page.indexOf(begin)
  const stop = page.indexOf(end, start)
  if (start < 0 || stop < 0) throw new TypeError('the marker of metrics is missing')
  return page.slice(0, start + begin.length) + drawMetrics() + page.slice(stop)
}

function drawMetrics(): string {
  const sections = definitionGroups.flatMap(({ title, definitions }) => [
    `### ${title}`,
    drawTable(Object.values(definitions)),
  ])
  return sections.join('\n\n')
}

function drawTable(definitions: readonly Definition[]): string {
  const rows = definitions.map(({ name, type, across, help, labels, attention }) =>
    [`\`${name}\``, type, across, `${help}${labelsOf(labels)}`, attention].join(' | '),
  )
  const lines = [
    'Metric | Type | Replicas | Meaning | When it is off',
    '--- | --- | --- | --- | ---',
    ...rows,
  ]
  return lines.map((line) => `| ${line} |`).join('\n')
}

function labelsOf(labels: Definition['labels']): string {
  return Object.entries(labels)
    .map(([name, values]) => ` *${name}:* ${values}.`)
    .join('')
}
