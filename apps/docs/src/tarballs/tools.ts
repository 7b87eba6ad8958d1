import { existsSync, statSync } from 'node:fs'
import { arch } from 'node:os'
import { join } from 'node:path'
import { top } from '../pages.ts'
import { run } from './run.ts'

/** The folder with the tools, which has a lock of its own: no workspace needs them. */
export const toolFolder = join(top, 'apps/docs/tarballs/tools')

const modules = join(toolFolder, 'node_modules')

/** The programs of Node that packages are tried on, by their major version. */
export const nodes: Readonly<Record<'20' | '22' | '24', string>> = {
  '20': join(modules, `node20-${arch()}/bin/node`),
  '22': join(modules, `node22-${arch()}/bin/node`),
  '24': process.execPath,
}

/** The compilers that types are tried with. */
export const compilers: Readonly<Record<'TypeScript 5.4' | 'newest TypeScript', string>> = {
  'TypeScript 5.4': join(modules, 'typescript-oldest/bin/tsc'),
  'newest TypeScript': join(modules, 'typescript-newest/bin/tsc'),
}

/** The program of a tool. */
export function toolProgram(name: string): string {
  return join(modules, '.bin', name)
}

/** Installs the tools unless those of the lock are there. */
export async function installTools(): Promise<void> {
  const installed = join(modules, '.package-lock.json')
  const isThere =
    existsSync(installed) &&
    statSync(installed).mtimeMs > statSync(join(toolFolder, 'package-lock.json')).mtimeMs
  if (!isThere)
    await run('npm', ['ci', '--ignore-scripts', '--prefer-offline'], { cwd: toolFolder })
}
