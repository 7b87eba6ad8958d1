import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect } from '@jest/globals'
import { afterTest } from '../after-test.ts'
import { type Deviations, itBut } from '../it-but.ts'
import { listen } from '../listen.ts'
import type { StartGateway } from './gateway.ts'

/** How engines use a backend behind TLS. */
export function proxyEngineEncrypted(
  name: string,
  start: StartGateway,
  deviations: Deviations,
): void {
  const it = itBut(deviations)
  describe(`${name} keeps the ProxyEngine contract: TLS`, () => {
    it('carries bodies both ways unchanged, over connections used again', async () => {
      const identity = makeIdentity()
      trust(identity.cert)
      const gateway = await start(await startEchoOverTls(identity))
      for (const bytes of [10, 1_000_000, 10, 1_000_000]) {
        const body = randomBytes(bytes)
        const answer = await fetch(`${gateway.url}/api/echo`, { method: 'POST', body })
        expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true)
      }
    })

    it('answers 502 for a backend that no known authority vouches for, and sends it nothing', async () => {
      const backend = await startEchoOverTls(makeIdentity())
      const gateway = await start(backend)
      const answer = await fetch(`${gateway.url}/api/echo`, { method: 'POST', body: 'secret' })
      expect(answer.status).toBe(502)
      expect(await answer.json()).toMatchObject({ code: 'upstream_unavailable' })
      expect(backend.reached()).toBe(0)
    })
  })
}

interface Identity {
  readonly cert: string
  readonly key: string
}

/** A self-signed certificate for a server at 127.0.0.1. */
function makeIdentity(): Identity {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tls-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  try {
    execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], {
      stdio: 'pipe',
    })
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Trusts a certificate until the end of the test, as an operator does with `NODE_EXTRA_CA_CERTS`. */
function trust(cert: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  afterTest(() => setDefaultCACertificates(before))
}

async function startEchoOverTls(identity: Identity) {
  let reached = 0
  const server = createServer(identity, (request, response) => {
    reached += 1
    request.pipe(response)
  })
  const { port } = await listen(server)
  return { url: `https://127.0.0.1:${port}`, reached: () => reached }
}
