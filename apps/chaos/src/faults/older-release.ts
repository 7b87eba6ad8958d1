import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { run } from '@gatehouse/test-services'
import type { Rig, Settings } from './rig.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')

/** The sources as they were before the last change of the tables. */
export interface OlderRelease {
  /** The commit, shortened. */
  readonly commit: string
  /** The change of the tables that it does not know. */
  readonly unknownMigration: string
  /** Starts a gateway of it. @returns Its address, or what it said when it ended. */
  start(settings: Settings): Promise<OlderGateway>
}

/** A gateway of the older release. */
export type OlderGateway =
  | { readonly kind: 'serves'; readonly url: string; stop(): Promise<void> }
  | { readonly kind: 'ended'; readonly output: string }

/**
 * Takes the sources from before the last migration out of the history, beside the packages that are
 * installed here.
 *
 * @throws {Error} Where there is no such history.
 */
export async function takeOlderRelease(rig: Rig): Promise<OlderRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-older-'))
  rig.defer(() => rm(folder, { recursive: true, force: true }))
  const migrations = 'packages/sql/src/migrations'
  const names = (await readdir(join(root, migrations))).filter((name) => /^\d{4}-/.test(name))
  const last = names.toSorted().at(-1) ?? ''
  const added = ['log', '--diff-filter=A', '--format=%h', '-1', '--', `${migrations}/${last}`]
  const commit = `${(await outputOf('git', added)).trim()}~1`
  const archive = join(folder, 'sources.tar')
  await run('git', ['archive', `--output=${archive}`, commit], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  // Links of workspaces are relative, so those of the copy lead into the older sources.
  await run('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')])
  for (const group of ['packages', 'apps']) {
    for (const name of await readdir(join(folder, group))) {
      const own = join(root, group, name, 'node_modules')
      await run('sh', ['-c', `[ ! -d "${own}" ] || cp -al "${own}" "${folder}/${group}/${name}/"`])
    }
  }
  // It may need what is not installed any more; what has not changed is not fetched again.
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', ['install', ...quiet], { cwd: folder })
  return {
    commit,
    unknownMigration: last.replace('.ts', ''),
    start: (settings) => start(rig, folder, settings),
  }
}

async function start(rig: Rig, folder: string, settings: Settings): Promise<OlderGateway> {
  const entry = join(folder, 'apps', 'gateway', 'src', 'main.ts')
  const child = spawn(process.execPath, ['--conditions=@gatehouse/source', entry], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      PUBLIC_BASE_URL: 'https://auth.example.test',
      METRICS_PORT: 'off',
      // They are built, and here is the API alone.
      WEB_PAGES: 'off',
      LOGIN_FLOOR_MILLISECONDS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  rig.defer(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const lines: string[] = []
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        const [, port] = /"port":(\d+).*"msg":"listening"/.exec(line) ?? []
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
      })
    }
  })
  const url = await Promise.race([listening, ended.then(() => undefined)])
  if (url === undefined) return { kind: 'ended', output: lines.join('\n') }
  return {
    kind: 'serves',
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function outputOf(program: string, parameters: readonly string[]): Promise<string> {
  const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const chunks = await child.stdout.toArray()
  return Buffer.concat(chunks as Buffer[]).toString()
}
