/**
 * Packs what is to be published, and tries the archives where hosts would: in plain projects, with other
 * releases of Node, compilers and bundlers. The packages have to be built.
 *
 *   npm run tarballs
 *   npm run tarballs -- --into folder     keeps the archives there
 */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Check } from './check.ts'
import { checksOn } from './checks.ts'
import { packAll } from './pack-all.ts'
import { installTools } from './tools.ts'

const { values } = parseArgs({ options: { into: { type: 'string' } } })
const folder = values.into ? resolve(values.into) : mkdtempSync(join(tmpdir(), 'gatehouse-pack-'))
mkdirSync(folder, { recursive: true })

await installTools()
const tarballs = await packAll(folder)
const left = [...(await checksOn(tarballs))]
let failed = 0

async function runAll(): Promise<void> {
  for (let check = left.shift(); check; check = left.shift()) await runOne(check)
}

async function runOne({ name, run }: Check): Promise<void> {
  const begun = performance.now()
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`
  try {
    await run()
    console.log(`ok      ${name} (${seconds()})`)
  } catch (error) {
    failed += 1
    console.log(
      `failed  ${name} (${seconds()})\n${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

// As many at once as there are cores: most of them are one process that computes.
await Promise.all(Array.from({ length: availableParallelism() }, runAll))
console.log(`${tarballs.length} archives in ${folder}, ${failed} checks failed`)
if (failed > 0) process.exitCode = 1
