import { join } from 'node:path'
import { expectedOf, type Setting, type SettingList, settingGroups } from '@gatehouse/settings'
import { drawCode, drawTable } from '../draw-table.ts'
import { fillGenerated } from '../fill-generated.ts'

/** The page that lists the settings. */
export const configurationFile = join(import.meta.dirname, '../../../../docs/configuration.md')

/**
 * Replaces the generated parts of the page, and keeps the prose.
 *
 * @throws {TypeError} When a marker is missing.
 */
export function fillConfiguration(page: string): string {
  return fillGenerated(page, 'settings', drawSettings())
}

function drawSettings(): string {
  const sections = settingGroups.flatMap(({ title, introduction, settings }) => [
    `## ${title}`,
    ...(introduction === undefined ? [] : [introduction]),
    drawList(settings),
  ])
  return sections.join('\n\n')
}

function drawList(settings: SettingList): string {
  const rows = Object.entries(settings).map(([name, setting]) => [
    drawCode(name),
    defaultOf(setting),
    meaningOf(setting),
  ])
  return drawTable(['Setting', 'Default', 'Meaning'], rows)
}

function defaultOf({ required, default: text }: Setting): string {
  if (required) return '**required**'
  if (text === undefined) return 'not set'
  return text === '' ? 'empty' : drawCode(text)
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
