/**
 * Packs what is to be published, and tries the archives where hosts would: in plain projects, with other
 * releases of Node, compilers and bundlers. The packages have to be built.
 *
 *   npm run tarballs
 *   npm run tarballs -- --into folder     keeps the archives there
 */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checksOn } from './checks.ts'
import { packAll } from './pack-all.ts'
import { installTools } from './tools.ts'

const { values } = parseArgs({ options: { into: { type: 'string' } } })
const folder = values.into ? resolve(values.into) : mkdtempSync(join(tmpdir(), 'gatehouse-pack-'))
mkdirSync(folder, { recursive: true })

await installTools()
const tarballs = await packAll(folder)
let failed = 0
for (const { name, run } of await checksOn(tarballs)) {
  try {
    await run()
    console.log(`ok      ${name}`)
  } catch (error) {
    failed += 1
    console.log(`failed  ${name}\n${error instanceof Error ? error.message : String(error)}`)
  }
}
console.log(`${tarballs.length} archives in ${folder}, ${failed} checks failed`)
if (failed > 0) process.exitCode = 1
