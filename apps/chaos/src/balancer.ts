import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@gatehouse/gateway/testing'
import { findProgram } from '@gatehouse/test-services'

/** The recommended configuration for operators. */
const recommended = join(import.meta.dirname, '../../../docs/deploy/haproxy.cfg')

/** A HAProxy in front of gateways. */
export interface Balancer {
  readonly url: string
  readonly port: number
  /** Kills the process. */
  close(): Promise<void>
}

/**
 * Starts a HAProxy with the configuration that is recommended, on loopback and without
 * TLS, and waits until it has found the gateways.
 *
 * @param ports The ports of the gateways, three at most.
 * @param port Where it listens.
 */
export async function startBalancer(ports: readonly number[], port: number): Promise<Balancer> {
  const program = findProgram('haproxy')
  if (program === undefined) {
    throw new Error('HAProxy is needed: apt-get install haproxy')
  }
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, onLoopback(await readFile(recommended, 'utf8'), port, ports))
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    const end = (reason: unknown) => {
      hasEnded = true
      output.push(String(reason))
      resolve()
    }
    child.once('error', end)
    child.once('exit', end)
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => output.push(chunk))
  }
  const url = `http://127.0.0.1:${port}`
  const close = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await eventually('the balancer', async () => {
      if (hasEnded) throw new Error(`HAProxy did not start:\n${output.join('')}`)
      return (await isUp(url)) || undefined
    })
  } catch (error) {
    await close()
    throw error
  }
  return { url, port, close }
}

async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).status === 200
  } catch {
    return false
  }
}

function onLoopback(text: string, port: number, ports: readonly number[]): string {
  const left = [...ports]
  const withServers = text.replaceAll(/^( {2}server \w+ )\S+\n?/gm, (_line, begin: string) => {
    const own = left.shift()
    return own === undefined ? '' : `${begin}127.0.0.1:${own}\n`
  })
  if (left.length > 0) throw new Error(`the configuration has no place for ${left.length} gateways`)
  return withServers.replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
}
