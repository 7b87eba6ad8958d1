import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { identityOf, runBackend } from '../test-support/running-backend.ts'
import { temporaryDirectory } from '../test-support/temporary-directory.ts'
import { openTerminal, refusedUpgrade } from '../test-support/terminal-client.ts'

// The pattern of an answer must not match the echo of the question.
describe('the terminal of a machine', () => {
  it('is a real shell', async () => {
    const backend = await runBackend()
    const terminal = await openTerminal(backend.port)
    terminal.type('echo answer=$((6*7))=')
    expect(await terminal.waitFor(/answer=(\d+)=/)).toMatchObject({ 1: '42' })
  })

  it('takes binary frames for what was typed, too', async () => {
    const backend = await runBackend()
    const terminal = await openTerminal(backend.port)
    terminal.socket.send(Buffer.from('echo $((6*7))ü=\r'))
    await terminal.waitFor(/42ü=/)
  })

  it('is on a machine that the tenant added, too', async () => {
    const backend = await runBackend()
    const answer = await backend.request('/api/machines', {
      method: 'POST',
      headers: { ...identityOf('acme'), 'Content-Type': 'application/json' },
      body: '{"name":"second"}',
    })
    const { id } = (await answer.json()) as { readonly id: string }
    const terminal = await openTerminal(backend.port, { machineId: id })
    terminal.type('echo $((40+2))=')
    await terminal.waitFor(/42=/)

    const path = `/api/terminal/${id}/ws`
    expect(await refusedUpgrade(backend.port, path, identityOf('globex'))).toMatchObject({
      status: 404,
    })
  })

  it('has the size it was told', async () => {
    const backend = await runBackend()
    const terminal = await openTerminal(backend.port)
    terminal.socket.send('{"type":"resize","cols":0,"rows":"many"}')
    terminal.socket.send(JSON.stringify({ type: 'resize', cols: 123, rows: 45 }))
    terminal.type('echo size=$(stty size)=')
    expect(await terminal.waitFor(/size=(\d+ \d+)=/)).toMatchObject({ 1: '45 123' })
  })

  it('has no other variable than it needs', async () => {
    const directory = temporaryDirectory()
    const { PATH } = process.env
    const shellEnv = { PATH, HOME: directory, JWT_SECRET: 'hidden', SMTP_URL: 'hidden' }
    const backend = await runBackend({ dataDir: directory, shellEnv })
    const terminal = await openTerminal(backend.port)
    terminal.type('echo names=$(env | cut -d= -f1 | sort | tr "\\n" ,)=')
    const [, names = ''] = await terminal.waitFor(/names=([A-Z_,]+)=/)
    const shellsOwn = ['PWD', 'OLDPWD', 'SHLVL', '_']
    const given = names.split(',').filter((name) => name && !shellsOwn.includes(name))
    expect(given).toEqual(['HOME', 'LANG', 'PATH', 'TERM'])
  })

  it('closes with 1000 when the shell exits', async () => {
    const backend = await runBackend()
    const terminal = await openTerminal(backend.port)
    terminal.type('exit 3')
    const [code, reason] = await once(terminal.socket, 'close')
    expect([code, String(reason)]).toEqual([1000, 'The shell ended with exit code 3'])
  })

  it('kills the shell, and what it runs, when the socket closes', async () => {
    const backend = await runBackend()
    const terminal = await openTerminal(backend.port)
    terminal.type('sleep 1000 & echo pids=$$:$!=; wait')
    const [, shell, child] = await terminal.waitFor(/pids=(\d+):(\d+)=/)
    terminal.socket.terminate()
    await untilGone(Number(shell))
    await untilGone(Number(child))
  })

  it('kills a shell that does not listen to a hang-up', async () => {
    const backend = await runBackend()
    const terminal = await openTerminal(backend.port)
    terminal.type('trap "" HUP TERM; echo pid=$((0+$$))=')
    const [, shell] = await terminal.waitFor(/pid=(\d+)=/)
    terminal.type('while :; do read -t 1 line </dev/zero; done')
    terminal.socket.close()
    await untilGone(Number(shell))
  })

  it('does not take a frame above 1 MiB', async () => {
    const backend = await runBackend()
    const terminal = await openTerminal(backend.port)
    terminal.socket.send(Buffer.alloc(1024 * 1024 + 1))
    expect(await terminal.closed).toBe(1009)
  })

  it('does not stop the backend when a program leaves its input unread', async () => {
    const backend = await runBackend()
    const terminal = await openTerminal(backend.port)
    terminal.type('stty raw -echo; echo $((6*7))=; sleep 1000')
    await terminal.waitFor(/42=/)
    for (let sent = 0; sent < 4; sent += 1) terminal.socket.send(Buffer.alloc(1024 * 1024, 'a'))
    const other = await openTerminal(backend.port)
    other.type('echo $((6*7))=')
    await other.waitFor(/42=/)

    for (let sent = 0; sent < 8; sent += 1) terminal.socket.send(Buffer.alloc(1024 * 1024, 'a'))
    expect(await terminal.closed).toBe(1008)
  })

  it('types a long text to the end', async () => {
    const backend = await runBackend()
    const terminal = await openTerminal(backend.port)
    terminal.type('stty raw -echo; echo $((6*7))=; head -c 2000000 | sha256sum; stty sane')
    await terminal.waitFor(/42=/)
    const text = Buffer.alloc(2_000_000, 'A long text. ')
    for (let start = 0; start < text.length; start += 500_000) {
      terminal.socket.send(text.subarray(start, start + 500_000))
    }
    const [, digest] = await terminal.waitFor(/([0-9a-f]{64}) {2}-/)
    expect(digest).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it('is closed with 1001 when the backend stops', async () => {
    const backend = await runBackend()
    const terminal = await openTerminal(backend.port)
    await backend.stop()
    expect(await terminal.closed).toBe(1001)
  })

  it('is refused when too many are open, and given again when one was closed', async () => {
    const backend = await runBackend({ maxShells: 2 })
    const path = '/api/terminal/demo/ws'
    const first = await openTerminal(backend.port)
    await openTerminal(backend.port, { tenantId: 'globex' })
    expect(await refusedUpgrade(backend.port, path, identityOf('acme'))).toMatchObject({
      status: 503,
      body: { code: 'too_many_shells' },
    })
    first.type('exit')
    await first.closed
    await openTerminal(backend.port)
  })

  it.each([
    { path: '/api/terminal/other/ws', tenant: 'acme', status: 404 },
    { path: '/api/terminal/demo', tenant: 'acme', status: 404 },
    { path: '/api/machines', tenant: 'acme', status: 404 },
    { path: '/api/terminal//ws', tenant: 'acme', status: 400 },
    { path: '/api/terminal/%2e%2e/ws', tenant: 'acme', status: 400 },
    { path: `/api/terminal/${'x'.repeat(129)}/ws`, tenant: 'acme', status: 400 },
    { path: '/api/terminal/demo/ws', tenant: '', status: 401 },
  ])('T-79: is not at $path for the tenant "$tenant"', async ({ path, tenant, status }) => {
    const backend = await runBackend()
    const refusal = await refusedUpgrade(backend.port, path, identityOf(tenant))
    expect(refusal).toMatchObject({ status, body: { status } })
  })
})

async function untilGone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1)
  const signal = AbortSignal.timeout(20_000)
  while (isRunning(pid)) await sleep(20, undefined, { signal })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
