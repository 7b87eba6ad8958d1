import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from '@jest/globals'
import { startChildService } from './child-service.ts'

it('T-104: leaves in the log file what another demo has written there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-demo-'))
  const [entry, logFile] = [join(folder, 'entry.mjs'), join(folder, 'gateway.log')]
  await writeFile(entry, "process.stdout.write('second')")
  await writeFile(logFile, 'first, ')
  await startChildService({ entry: pathToFileURL(entry), env: {}, logFile }).ended
  expect(await readFile(logFile, 'utf8')).toBe('first, second')
  await rm(folder, { recursive: true })
})
