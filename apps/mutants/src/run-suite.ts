/**
 * Runs the contract in a contract test, with one defect or none: the arguments are a {@link Suite} and a
 * {@link Defect} as JSON. Ends at the first test that fails. Prints an {@link Outcome} as JSON.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CollectedTest } from './collected-tests.ts'
import type { Defect, Suite } from './defect.ts'
import type { Outcome } from './outcome.ts'
import { seed, top } from './seeding.ts'

/** Seconds for one test. No test of a contract needs as much on an adapter in memory or on this machine. */
const testSeconds = 60

const [suite = '{}', defect = 'null'] = process.argv.slice(2)
const { test, adapter = '' } = JSON.parse(suite) as Pick<Suite, 'test' | 'adapter'>
const wantedDefect = (JSON.parse(defect) as Defect | null) ?? undefined
const isSeeded = seed(wantedDefect)

const outcome = await find().catch(
  (error: unknown): Outcome => ({
    kind: 'unusable',
    why: messageOf(error),
  }),
)
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit())

async function find(): Promise<Outcome> {
  // The same module as the test gets in place of `@jest/globals`.
  const { hooks, tests, wanted } = await import('./collected-tests.ts')
  wanted.adapter = adapter
  await import(pathToFileURL(join(top, test)).href)
  if (tests.length === 0) throw new Error(`${test} registers no contract`)
  if (wantedDefect && !isSeeded()) {
    return { kind: 'unusable', why: 'the suite does not use the file that has the defect' }
  }
  for (const hook of hooks.beforeAll) await hook()
  try {
    for (const { name, run } of inOrder(tests)) {
      const error = await inTime(async () => {
        for (const hook of hooks.beforeEach) await hook()
        await run()
      })
      if (error) return { kind: 'caught', by: name, message: error }
      for (const hook of hooks.afterEach) await hook()
    }
    return { kind: 'passed', tests: tests.length }
  } finally {
    await inTime(async () => {
      for (const hook of [...hooks.afterEach, ...hooks.afterAll]) await hook()
    })
  }
}

/** Those that the defect names, and then the others. */
function inOrder(tests: readonly CollectedTest[]): readonly CollectedTest[] {
  const first = wantedDefect?.first
  const isFirst = ({ name }: CollectedTest) => first !== undefined && name.includes(first)
  return [...tests.filter(isFirst), ...tests.filter((test) => !isFirst(test))]
}

/** @returns What went wrong, in words; `undefined` when nothing did. */
async function inTime(work: () => Promise<void>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(
      () => resolve(`it took more than ${testSeconds} seconds`),
      testSeconds * 1000,
    )
  })
  const done = work().then(() => undefined, messageOf)
  const message = await Promise.race([done, late])
  clearTimeout(timer)
  return message
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
