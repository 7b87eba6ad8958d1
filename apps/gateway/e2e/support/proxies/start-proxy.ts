import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeMissing, eventually, findProgram, freePort } from '@gatehouse/test-services'
import { askProxy } from './ask-proxy.ts'
import { configurationOf, type ProxyKind, type TestServers } from './proxies.ts'

/** A proxy that asks a gateway about what it carries. */
export interface RunningProxy {
  readonly port: number
  /** What it has written, on the screen and in its logs. */
  readonly logs: () => Promise<string>
  /** Kills it. */
  readonly close: () => Promise<void>
}

/** What a proxy is started with. */
export interface ProxyOptions {
  readonly servers: TestServers
  /** Whether the proxy carries terminals, too; the gateway does, unless told. */
  readonly carriesTerminals?: boolean
  /** Whether the gateway is there; `true` unless told. */
  readonly hasGateway?: boolean
}

/**
 * Starts a proxy by the file that operators are given, and waits until it answers.
 *
 * @throws {Error} When it is not installed, or does not start.
 */
export async function startProxy(
  kind: ProxyKind,
  { servers, carriesTerminals = false, hasGateway = true }: ProxyOptions,
): Promise<RunningProxy> {
  const program = findProgram(kind.name)
  if (program === undefined) throw new Error(describeMissing([kind.name]))
  const folder = await mkdtemp(join(tmpdir(), `gatehouse-${kind.name}-`))
  const place = { port: await freePort(), folder }
  const configure = await configurationOf(kind, place, servers)
  const file = join(folder, kind.file)
  const home = join(folder, 'home')
  await writeFile(file, configure(carriesTerminals ? kind.carryingTerminals : (text) => text))
  const child = spawn(program, kind.parameters(file, place), {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Where they look for files of their own, which are not there.
    env: { PATH: process.env.PATH ?? '', HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => output.push(chunk))
  }
  const ended = once(child, 'exit')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const close = async () => {
    child.kill('SIGKILL')
    if (!hasEnded()) await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await eventually(`an answer of ${kind.name}`, async () => {
      if (hasEnded()) throw new Error(`${kind.name} did not start:\n${output.join('')}`)
      const status = await healthOf(place.port)
      // Until it has read all of its file it may answer 404.
      return (hasGateway ? status === 200 : status >= 500) || undefined
    })
  } catch (error) {
    await close()
    throw error
  }
  const logs = async () => {
    const files = kind.name === 'nginx' ? ['error.log', 'machines.log'] : []
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
    return [...output, ...texts].join('')
  }
  return { port: place.port, logs, close }
}

async function healthOf(port: number): Promise<number> {
  try {
    return (await askProxy(port, { path: '/healthz' })).status
  } catch {
    return 0
  }
}
