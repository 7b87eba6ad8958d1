import { type Check, checks } from 'gatehouse-conformance'
import { drawCode, drawTable } from '../draw-table.ts'

/** A table of all checks in their order: what is promised, since when, who says so, and where. */
export function drawChecks(): string {
  const rows = checks.map((check) => [
    ...[drawCode(check.id), check.says],
    ...[check.until === undefined ? check.edition : `${check.edition} alone`, check.level],
    drawSection(check),
  ])
  return drawTable(['Check', 'What is promised', 'Edition', 'Said by', 'Where'], rows)
}

function drawSection({ section }: Check): string {
  const anchor = section
    .toLowerCase()
    .replaceAll(/[^a-z0-9_ -]/g, '')
    .replaceAll(' ', '-')
  const shown = section.includes('/') ? drawCode(section) : section
  return `[${shown}](http-api.md#${anchor})`
}
