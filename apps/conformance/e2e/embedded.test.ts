/** A service of its own that has mounted the routes below a prefix, without the gateway and without a backend. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Gatehouse, openGatehouse } from '@gatehouse/embed'
import { smtp } from '@gatehouse/embed/smtp'
import { memory } from '@gatehouse/embed/sqlite'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { runConformance } from '../src/run-conformance.ts'
import { type RunningMailbox, startMailbox } from '../test-support/start-mailbox.ts'

// A run is a hundred and eighty requests, one after the other.
jest.setTimeout(180_000)

const pages = 'https://shop.example/'
const links = {
  verifyEmail: `${pages}verify`,
  resetPassword: `${pages}reset`,
  invitation: `${pages}join`,
  reopenOrganization: `${pages}reopen`,
}

describe('a service that embeds Gatehouse', () => {
  let mailbox: RunningMailbox
  let gate: Gatehouse
  const server = createServer((request, response) => void gate.node(request, response))

  beforeAll(async () => {
    mailbox = await startMailbox()
    gate = await openGatehouse({
      records: memory(),
      mailer: smtp({
        url: mailbox.smtpUrl,
        from: 'Shop <shop@example.com>',
        productName: 'Shop',
        links,
      }),
      http: {
        prefix: '/identity',
        agents: { cli: ['gatehouse-cli/'], vscode: ['gatehouse-vscode/'] },
      },
      onError: (error) => process.stderr.write(`${String(error)}\n`),
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(async () => {
    server.close()
    await gate?.close()
    await mailbox?.close()
  })

  it('keeps the interface below its prefix, but for what only a gateway has', async () => {
    const { port } = server.address() as AddressInfo
    const { results, left } = await runConformance({
      ...{ url: `http://127.0.0.1:${port}`, prefix: '/identity', mailbox: mailbox.url },
    })
    const others = results.filter(({ outcome }) => outcome !== 'passed')
    const failed = others.filter(({ outcome }) => outcome !== 'not applicable')
    expect(failed.map(({ check, why }) => `${check.id}: ${why}`)).toEqual([])
    const subjects = new Set(others.map(({ check }) => check.id.split('.')[0]))
    expect([...subjects].toSorted()).toEqual([
      'answers',
      'backend',
      'edition',
      'errors',
      'logout',
      'provider_a',
      'provider_b',
      'refresh',
      'terminal',
    ])
    expect(left).toEqual([])
  })
})
