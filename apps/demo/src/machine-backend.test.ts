import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { identityOf, type RunningBackend, runBackend } from '../test-support/running-backend.ts'
import { temporaryDirectory } from '../test-support/temporary-directory.ts'
import { createMachineBackend } from './machine-backend.ts'

describe('the machine backend', () => {
  it('gives every tenant the demo machine', async () => {
    const backend = await runBackend()
    const answer = await backend.request('/api/machines', { headers: identityOf('acme') })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      machines: [
        {
          id: 'demo',
          name: 'demo',
          os: expect.stringMatching(/^(linux|macos|windows)$/),
          status: 'online',
          tenant_id: 'acme',
          last_seen: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      ],
    })
  })

  it('adds a machine and lists it', async () => {
    const backend = await runBackend()
    const answer = await add(backend, { name: ' build server ', os: 'macos' })
    expect(answer.status).toBe(201)
    const added: unknown = await answer.json()
    expect(added).toMatchObject({ name: 'build server', os: 'macos', tenant_id: 'acme' })
    expect(await listOf(backend, 'acme')).toContainEqual(added)
  })

  it('shows a tenant nothing of another tenant', async () => {
    const backend = await runBackend()
    await add(backend, { name: 'secret' })
    expect(await listOf(backend, 'globex')).toMatchObject([{ id: 'demo', tenant_id: 'globex' }])
  })

  it('knows its machines after a restart', async () => {
    const directory = temporaryDirectory()
    const names = ['one', 'two', 'three', 'four', 'five']
    const first = await runBackend({ dataDir: directory })
    await Promise.all(names.map((name) => add(first, { name })))
    await first.stop()
    const backend = await runBackend({ dataDir: directory })
    const machines = await listOf(backend, 'acme')
    expect(machines).toHaveLength(6)
    expect(machines).toEqual(
      expect.arrayContaining(names.map((name) => expect.objectContaining({ name, os: 'linux' }))),
    )
  })

  it('leaves one whole file behind, readable by its owner alone', async () => {
    const directory = temporaryDirectory()
    const backend = await runBackend({ dataDir: directory })
    await Promise.all([add(backend, { name: 'one' }), add(backend, { name: 'two' })])
    expect(readdirSync(directory)).toEqual(['machines.json'])
    expect(statSync(join(directory, 'machines.json')).mode & 0o777).toBe(0o600)
  })

  it.each(['not json', '[]', '{"machines":[{"id":1}]}'])(
    'does not start on a damaged file: %s',
    (text) => {
      const directory = temporaryDirectory()
      writeFileSync(join(directory, 'machines.json'), text)
      expect(() => createMachineBackend({ dataDir: directory })).toThrow('is damaged')
    },
  )

  it('stops adding when a tenant has 200 machines', async () => {
    const directory = temporaryDirectory()
    const stored = Array.from({ length: 198 }, (_, index) => ({
      id: `m${index}`,
      name: 'stored',
      os: 'linux',
      status: 'online',
      tenantId: 'acme',
      lastSeen: '2030-01-01T00:00:00Z',
    }))
    writeFileSync(join(directory, 'machines.json'), JSON.stringify({ machines: stored }))
    const backend = await runBackend({ dataDir: directory })
    expect((await add(backend, { name: 'the last' })).status).toBe(201)
    const answer = await add(backend, { name: 'one too many' })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'too_many_machines' })
    expect(await listOf(backend, 'acme')).toHaveLength(200)
  })
})

describe('the machine backend refuses', () => {
  it.each([
    { title: 'no identity', headers: {} },
    { title: 'no tenant', headers: { 'X-Gatehouse-User-Id': 'user-1' } },
    { title: 'no user', headers: { 'X-Gatehouse-Tenant-Id': 'acme' } },
    { title: 'two tenants', headers: identityOf('acme, globex') },
    { title: 'an empty tenant', headers: identityOf('') },
  ])('a request with $title', async ({ headers }) => {
    const backend = await runBackend()
    for (const method of ['GET', 'POST']) {
      const answer = await backend.request('/api/machines', { method, headers })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
      expect(await answer.json()).toMatchObject({ status: 401, code: 'identity_missing' })
    }
  })

  it.each([
    { body: {}, fields: ['name'] },
    { body: { name: '' }, fields: ['name'] },
    { body: { name: '   ' }, fields: ['name'] },
    { body: { name: 7 }, fields: ['name'] },
    { body: { name: 'x'.repeat(65) }, fields: ['name'] },
    { body: { name: 'two\nlines' }, fields: ['name'] },
    { body: { name: 'ok', os: 'plan9' }, fields: ['os'] },
    { body: { name: null, os: null }, fields: ['name', 'os'] },
    { body: ['name'], fields: [''] },
  ])('the machine $body', async ({ body, fields }) => {
    const backend = await runBackend()
    const answer = await add(backend, body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: fields.map((field) => ({ field })),
    })
    expect(await listOf(backend, 'acme')).toHaveLength(1)
  })

  it.each([
    { title: 'broken JSON', type: 'application/json', body: '{"name":', status: 400 },
    { title: 'text', type: 'text/plain', body: 'name', status: 415 },
    { title: 'too much', type: 'application/json', body: `"${'x'.repeat(17_000)}"`, status: 413 },
  ])('a body that is $title', async ({ type, body, status }) => {
    const backend = await runBackend()
    const headers = { ...identityOf('acme'), 'Content-Type': type, 'X-Request-Id': 'r-1' }
    const answer = await backend.request('/api/machines', { method: 'POST', headers, body })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ status, request_id: 'r-1' })
  })

  it('what it does not know', async () => {
    const backend = await runBackend()
    const headers = identityOf('acme')
    expect((await backend.request('/api/other', { headers })).status).toBe(404)
    const answer = await backend.request('/api/machines', { method: 'DELETE', headers })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })
})

function add(backend: RunningBackend, machine: unknown): Promise<Response> {
  return backend.request('/api/machines', {
    method: 'POST',
    headers: { ...identityOf('acme'), 'Content-Type': 'application/json' },
    body: JSON.stringify(machine),
  })
}

async function listOf(backend: RunningBackend, tenantId: string): Promise<unknown> {
  const answer = await backend.request('/api/machines', { headers: identityOf(tenantId) })
  const { machines } = (await answer.json()) as { readonly machines: unknown }
  return machines
}
