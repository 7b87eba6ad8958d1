/** Seeds every defect, one at a time, and shows which of them the contract suites catch. */
import { parseArgs } from 'node:util'
import { findKeycloakService } from '@gatehouse/test-services'
import type { Suite } from './defect.ts'
import { drawTable } from './draw-table.ts'
import { runInProcess } from './run-in-process.ts'
import { suites } from './suites.ts'

/** The part of the defects that has to be caught. */
const bound = 0.95

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const chosen = suites.filter(({ name }) => name.startsWith(values.only))
if (chosen.length === 0) {
  process.stderr.write(`usage: npm run mutants -- [--only "Store on SQLite"]\n`)
  process.exit(2)
}

const counts: { readonly name: string; readonly seeded: number; readonly caught: number }[] = []
for (const suite of chosen) {
  if (suite.needs !== undefined && findKeycloakService() === undefined) {
    process.stdout.write(
      `\n${suite.name} is left out: ${suite.needs} is not running. npm run services\n`,
    )
  } else {
    counts.push(await tryAll(suite))
  }
}
if (counts.length === 0) process.exit()
const seeded = counts.reduce((sum, each) => sum + each.seeded, 0)
const caught = counts.reduce((sum, each) => sum + each.caught, 0)
process.stdout.write(`\n${drawTable([...counts, { name: 'All', seeded, caught }])}`)
if (caught < bound * seeded) process.exitCode = 1

async function tryAll(suite: Suite) {
  const { name, defects } = suite
  const unharmed = await runInProcess(suite)
  if (unharmed.kind !== 'passed') {
    throw new Error(`${name} fails without a defect: ${JSON.stringify(unharmed)}`)
  }
  process.stdout.write(`\n${name}: ${unharmed.tests} tests\n`)
  let caughtOfSuite = 0
  for (const defect of defects) {
    const outcome = await runInProcess(suite, defect)
    if (outcome.kind === 'unusable') throw new Error(`${defect.file}: ${outcome.why}`)
    const isCaught = outcome.kind === 'caught'
    if (isCaught) caughtOfSuite += 1
    const by = isCaught ? `caught by "${outcome.by}"` : 'NOT CAUGHT'
    process.stdout.write(`  ${defect.file}: "${defect.breaks}" ${by}\n`)
  }
  return { name, seeded: defects.length, caught: caughtOfSuite }
}
