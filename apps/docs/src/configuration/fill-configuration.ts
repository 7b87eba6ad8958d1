import { join } from 'node:path'
import { expectedOf, type Setting, type SettingList, settingGroups } from '@gatehouse/gateway'

/** The page that lists the settings. */
export const configurationFile = join(import.meta.dirname, '../../../../docs/configuration.md')

const begin = '<!-- generated: settings -->\n\n'
const end = '\n\n<!-- end -->'

/**
 * Replaces what stands between the generated markers of the page, and leaves the prose alone.
 *
 * @throws {TypeError} When a marker is missing.
 */
export function fillConfiguration(page: string): string {
  const start = page.indexOf(begin)
  const stop = page.indexOf(end, start)
  if (start < 0 || stop < 0) throw new TypeError('the marker of settings is missing')
  return page.slice(0, start + begin.length) + drawSettings() + page.slice(stop)
}

function drawSettings(): string {
  const sections = settingGroups.flatMap(({ title, introduction, settings }) => [
    `## ${title}`,
    ...(introduction === undefined ? [] : [introduction]),
    drawTable(settings),
  ])
  return sections.join('\n\n')
}

function drawTable(settings: SettingList): string {
  const rows = Object.entries(settings).map(([name, setting]) =>
    [`\`${name}\``, defaultOf(setting), meaningOf(setting)].join(' | '),
  )
  const lines = ['Setting | Default | Meaning', '--- | --- | ---', ...rows]
  return lines.map((line) => `| ${line} |`).join('\n')
}

function defaultOf({ required, default: text }: Setting): string {
  if (required) return '**required**'
  if (text === undefined) return 'not set'
  return text === '' ? 'empty' : `\`${text}\``
}

function meaningOf({ schema, description, example, secret }: Setting): string {
  const parts = [
    description,
    `*Value:* ${expectedOf(schema)}.`,
    example === undefined ? '' : `*Example:* \`${example}\`.`,
    secret ? '*Secret.*' : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}
