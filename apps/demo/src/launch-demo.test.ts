import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@gatehouse/test-services'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { temporaryDirectory } from '../test-support/temporary-directory.ts'
import { launchDemo } from './launch-demo.ts'

const gatewayEntry = new URL('../test-support/fixtures/gateway-stand-in.ts', import.meta.url)
const portSettings = ['PORT', 'DEMO_BACKEND_PORT', 'DEMO_SMTP_PORT', 'DEMO_MAILBOX_PORT'] as const

type Ports = Record<(typeof portSettings)[number], string>

jest.setTimeout(30_000)

const launched: { readonly stop: () => void; readonly exitCode: Promise<unknown> }[] = []
afterEach(async () => {
  for (const demo of launched) demo.stop()
  await Promise.all(launched.splice(0).map((demo) => demo.exitCode))
})

describe('the launcher', () => {
  it('starts everything, says where it is, and stops it, the gateway first', async () => {
    const directory = temporaryDirectory()
    const ports = await freePorts()
    const demo = launch({ ...ports, DATA_DIR: directory, JWT_SECRET: 'passed on' })
    await demo.waitFor('Log in')
    expect(demo.output()).toContain(`http://localhost:${ports.PORT}/docs`)
    expect(demo.output()).toContain(join(directory, 'gateway.log'))

    const given: unknown = await (await fetch(`http://127.0.0.1:${ports.PORT}/`)).json()
    expect(given).toMatchObject({
      JWT_SECRET: 'passed on',
      SMTP_URL: `smtp://127.0.0.1:${ports.DEMO_SMTP_PORT}`,
      MACHINE_BACKEND_URL: `http://127.0.0.1:${ports.DEMO_BACKEND_PORT}`,
    })
    const mails = await fetch(`http://127.0.0.1:${ports.DEMO_MAILBOX_PORT}/api/email`)
    expect(await mails.json()).toEqual([])
    const machines = await fetch(`http://127.0.0.1:${ports.DEMO_BACKEND_PORT}/api/machines`)
    expect(machines.status).toBe(401)

    demo.stop()
    expect(await demo.exitCode).toBe(0)
    expect(steps(demo.output())).toEqual([
      '✔ Mailbox',
      '✔ Machine backend',
      '✔ Gateway',
      '✔ Gateway stopped',
      '✔ Machine backend stopped',
      '✔ Mailbox stopped',
    ])
    expect(existsSync(join(directory, 'stand-in-stopped'))).toBe(true)
    expect(readFileSync(join(directory, 'gateway.log'), 'utf8')).toContain('stand-in listens')
    expect(await areFree(ports)).toBe(true)
  })

  it.each(portSettings)('names %s when its port is in use, and starts nothing', async (setting) => {
    const directory = temporaryDirectory()
    const ports = await freePorts()
    const occupant = await listen(Number(ports[setting]))
    const demo = launch({ ...ports, DATA_DIR: directory })
    expect(await demo.exitCode).toBe(1)
    await close(occupant)
    expect(demo.output().trim()).toBe(
      `Port ${ports[setting]} is in use; choose another with ${setting}.`,
    )
    expect(await areFree(ports)).toBe(true)
  })

  it('shows why the gateway refused to start, and ends the rest', async () => {
    const directory = temporaryDirectory()
    const ports = await freePorts()
    const demo = launch({ ...ports, DATA_DIR: directory, STAND_IN_FAILS: 'JWT_EXPIRY_HOURS' })
    expect(await demo.exitCode).toBe(1)
    expect(demo.output()).toContain('Gateway ended by itself (exit code 7).')
    expect(demo.output()).toContain('Refused to start: JWT_EXPIRY_HOURS')
    expect(await areFree(ports)).toBe(true)
  })

  it('ends the rest when the gateway dies later', async () => {
    const directory = temporaryDirectory()
    const ports = await freePorts()
    const demo = launch({ ...ports, DATA_DIR: directory })
    await demo.waitFor('Log in')
    await fetch(`http://127.0.0.1:${ports.PORT}/crash`).catch(() => undefined)
    expect(await demo.exitCode).toBe(1)
    expect(demo.output()).toContain('Gateway ended by itself (exit code 9).')
    expect(await areFree(ports)).toBe(true)
  })

  it('refuses a folder that another one uses, and leaves that one and its log alone', async () => {
    const directory = temporaryDirectory()
    const first = launch({ ...(await freePorts()), DATA_DIR: directory })
    await first.waitFor('Log in')
    const log = readFileSync(join(directory, 'gateway.log'), 'utf8')
    const ports = await freePorts()
    const second = launch({ ...ports, DATA_DIR: directory })
    expect(await second.exitCode).toBe(1)
    expect(second.output().trim()).toBe(
      `Another npm start is running on the folder ${directory}. Stop it, or choose another folder with DATA_DIR.`,
    )
    expect(await areFree(ports)).toBe(true)
    expect(readFileSync(join(directory, 'gateway.log'), 'utf8')).toBe(log)
    first.stop()
    expect(await first.exitCode).toBe(0)
    const third = launch({ ...ports, DATA_DIR: directory })
    await third.waitFor('Log in')
  })

  it('can be stopped while it starts', async () => {
    const directory = temporaryDirectory()
    const ports = await freePorts()
    const demo = launch({ ...ports, DATA_DIR: directory })
    await demo.waitFor('Starting')
    demo.stop()
    expect(await demo.exitCode).toBe(0)
    expect(demo.output()).not.toContain('is running')
    expect(await areFree(ports)).toBe(true)
  })

  it('says which directory it cannot make', async () => {
    const demo = launch({ ...(await freePorts()), DATA_DIR: '/dev/null/data' })
    expect(await demo.exitCode).toBe(1)
    expect(demo.output()).toContain('The directory /dev/null/data cannot be made (ENOTDIR)')
  })
})

function launch(settings: Record<string, string>) {
  const stop = new AbortController()
  let text = ''
  let wake: () => void = () => undefined
  const output = {
    write(part: string) {
      text += part
      wake()
    },
  }
  const { PATH, HOME } = process.env
  const env = { ...{ PATH, HOME }, ...settings }
  const exitCode = launchDemo({ env, output, stop: stop.signal, gatewayEntry })
  const demo = { exitCode, stop: () => stop.abort() }
  launched.push(demo)
  return {
    ...demo,
    output: () => text,
    async waitFor(expected: string) {
      while (!text.includes(expected)) {
        const more = new Promise<'more'>((resolve) => {
          wake = () => resolve('more')
        })
        if ((await Promise.race([more, exitCode])) !== 'more') throw new Error(text)
      }
    },
  }
}

function steps(output: string): readonly string[] {
  return output.split('\n').flatMap((line) => (line.startsWith('  ✔') ? [line.trim()] : []))
}

async function freePorts(): Promise<Ports> {
  const ports = await Promise.all(portSettings.map(() => freePort()))
  const [PORT = '', DEMO_BACKEND_PORT = '', DEMO_SMTP_PORT = '', DEMO_MAILBOX_PORT = ''] =
    ports.map(String)
  return { PORT, DEMO_BACKEND_PORT, DEMO_SMTP_PORT, DEMO_MAILBOX_PORT }
}

async function areFree(ports: Ports): Promise<boolean> {
  for (const port of Object.values(ports)) await close(await listen(Number(port)))
  return true
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
