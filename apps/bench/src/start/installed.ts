import { execFile } from 'node:child_process'
import { cp, glob, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeTemporaryFolder } from '../processes/temporary-folder.ts'

/** What is promised, in MiB. */
export const mostInstalledMib = 120

const run = promisify(execFile)

/** What npm reads. */
const manifests = ['package.json', 'package-lock.json', '.npmrc', '{packages,apps}/*/package.json']

/** What production does without, as docs/operations.md says. */
const compiler = ['node_modules/typescript', 'node_modules/@typescript']

/**
 * Installs what gateway and command need in production, in an empty folder.
 *
 * @param top The folder of the project.
 * @returns Its size in MiB, as blocks on the disk.
 * @throws {Error} When npm cannot install it.
 */
export async function measureInstalled(top: string): Promise<number> {
  const { path, remove } = await makeTemporaryFolder()
  for await (const name of glob(manifests, { cwd: top }))
    await cp(join(top, name), join(path, name))
  const words = ['ci', '--omit=dev', '-w', 'apps/gateway', '-w', 'apps/cli']
  await run('npm', words, { cwd: path })
  for (const name of compiler) await rm(join(path, name), { recursive: true })
  const { stdout } = await run('du', ['-sk', path])
  await remove()
  return Number.parseInt(stdout, 10) / 1024
}
