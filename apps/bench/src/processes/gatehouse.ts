import { readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startGateway, startMailServer } from '@gatehouse/gateway/testing'
import { postJson } from '../post-json.ts'
import { atExit } from './at-exit.ts'
import { cores, pinnedTo } from './cores.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** A gateway, and the token of a person who is signed in. */
export interface Gatehouse {
  readonly pid: number
  readonly port: number
  /** An access token. */
  readonly token: string
  /** What its metrics say (Prometheus' text format). */
  readMetrics(): Promise<string>
  /** Empties its log, for benchmarks that make it log a lot. */
  emptyLog(): Promise<void>
  /** Kills the process. */
  stop(): Promise<void>
}

/**
 * The gateway as it is shipped, its log (to a file) and its metrics included, on one core.
 *
 * @param backend The port of the backend, on this machine.
 * @param settings Settings besides those that are shipped.
 */
export async function startGatehouse(
  backend: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Gatehouse> {
  const { path: folder, remove } = await makeTemporaryFolder()
  const logFile = join(folder, 'log')
  const mail = await startMailServer()
  const gateway = await startGateway(
    {
      DATA_DIR: folder,
      SMTP_URL: mail.url,
      MACHINE_BACKEND_URL: `http://127.0.0.1:${backend}`,
      METRICS_PORT: '0',
      ...settings,
    },
    { logFile },
  )
  atExit(() => gateway.signal('SIGKILL'))
  const pid = pinnedTo(cores.measured, gateway)
  const metricsPort = await metricsPortIn(logFile)
  return {
    pid,
    port: gateway.port,
    token: await signUpAndIn(gateway.url, { username: 'ada', organization: 'Acme' }),
    async readMetrics() {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
      return answer.text()
    },
    emptyLog: () => truncate(logFile),
    async stop() {
      await gateway.kill()
      await mail.stop()
      await remove()
    },
  }
}

/**
 * The port of a gateway's metrics, as its log has it.
 *
 * @throws {Error} When it is not there in ten seconds.
 */
export async function metricsPortIn(logFile: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const text = await readFile(logFile, 'utf8')
    const [, port] = /"port":(\d+).*"msg":"metrics listening"/.exec(text) ?? []
    if (port !== undefined) return port
    await sleep(50)
  }
  throw new Error('the gateway serves no metrics')
}

/** A person, and the organization that they make. */
export interface Founder {
  readonly username: string
  readonly organization: string
}

/**
 * Makes an organization and its first person, who signs in.
 *
 * @param url Of the gateway.
 * @returns An access token.
 */
export async function signUpAndIn(
  url: string,
  { username, organization }: Founder,
): Promise<string> {
  const person = { email: `${username}@example.com`, password: 'correct horse battery staple' }
  const names = { username, first_name: username, last_name: 'Lovelace' }
  const made = { organization_name: organization, company_name: organization }
  await postJson(`${url}/api/auth/signup`, { ...person, ...names, ...made })
  const answer = await postJson(`${url}/api/auth/login`, person)
  const { token } = JSON.parse(answer) as { readonly token: string }
  return token
}
