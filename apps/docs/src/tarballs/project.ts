import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { top } from '../pages.ts'
import type { Tarball } from './pack-all.ts'
import { run } from './run.ts'

/** A plain project outside of the repository, with archives installed in it. */
export interface Project {
  /** Its folder. */
  readonly folder: string
  /** The archives that are installed. */
  readonly tarballs: readonly Tarball[]
  /** Puts a file into it. */
  write(file: string, content: string): void
  /** Runs a program in it. @returns What it printed. @throws {Error} When it fails. */
  run(program: string, ...args: readonly string[]): Promise<string>
}

/** The file that each project has: a service which uses most of the packages. */
export const flowFile = join(top, 'apps/docs/tarballs/project/flow.js')

/** What a host installs besides: to compile, and to run the contract suites. */
const hostPackages = ['@types/node@22.20.7', '@types/pg@8.23.1', 'expect@30.5.2']

/**
 * Makes a project and installs archives in it, by the npm of the machine.
 *
 * @param others What is installed besides, as npm wants it.
 * @throws {Error} When npm fails.
 */
export async function createProject(
  folder: string,
  tarballs: readonly Tarball[],
  others: readonly string[],
): Promise<Project> {
  mkdirSync(folder, { recursive: true })
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  write('package.json', '{ "type": "module", "private": true }\n')
  cpSync(flowFile, join(folder, 'flow.js'))
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
  const files = tarballs.map(({ file }) => file)
  const project: Project = {
    folder,
    tarballs,
    write,
    run: (program, ...args) => run(program, args, { cwd: folder }),
  }
  await project.run('npm', 'install', ...options, ...files, ...hostPackages, ...others)
  return project
}
