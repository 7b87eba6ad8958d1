/** The services of docs/examples, run as they stand there. */
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from '@jest/globals'
import { transformSync } from '@swc/core'
import { readPage, top } from '../pages.ts'
import { type Example, examples, examplesFolder, exampleWithOwnPorts } from './examples.ts'
import { type RunningService, startService } from './run-service.ts'
import { goodWalk, walkThrough } from './walk-through.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-examples-'))
const services: RunningService[] = []
symlinkSync(join(top, 'node_modules'), join(folder, 'node_modules'))
symlinkSync(join(examplesFolder, 'package.json'), join(folder, 'package.json'))

afterAll(async () => {
  for (const service of services) await service.end()
  rmSync(folder, { recursive: true, force: true })
})

it.each(examples)('under $name people sign up, log in and see what is theirs', async (example) => {
  const service = await startService({
    program: process.execPath,
    args: ['--conditions=@gatehouse/source', '--no-warnings', runnable(example)],
    cwd: folder,
    env: { DATA_DIR: join(folder, example.name.replaceAll(':', '-')) },
  })
  services.push(service)
  expect(await walkThrough(service.url)).toEqual(goodWalk)
  expect(await service.end()).toBe(example.endsBy)
})

it('every service of the folder is run, and has a row in its README', () => {
  const files = globSync(['*.ts', '*/main.ts'], { cwd: examplesFolder })
  const run = [...examples, exampleWithOwnPorts].map(({ file }) => file)
  expect(files.toSorted()).toEqual(run.toSorted())
  const page = readPage('docs/examples/README.md')
  for (const file of run) expect(page).toContain(`](${file})`)
})

/** A file that Node can run: the example itself, or what a build of Nest makes of it. */
function runnable({ file, hasDecorators }: Example): string {
  const source = join(examplesFolder, file)
  if (!hasDecorators) return source
  const { code } = transformSync(readFileSync(source, 'utf8'), {
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true },
      target: 'es2022',
    },
    module: { type: 'es6' },
  })
  const built = join(folder, 'nestjs.js')
  writeFileSync(built, code)
  return built
}
