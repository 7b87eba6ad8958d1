import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { checks } from '../src/checks/checks.ts'
import { jwtSecret, type Subject } from './open-subject.ts'

const run = promisify(execFile)

interface Printed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A result as the command prints it. */
interface Line {
  readonly check: string
  readonly outcome: string
  readonly why: string
}

const program = join(import.meta.dirname, '../src/main.ts')

/** The command on a gateway, which has to pass. @param openIt Opens the gateway. */
export function describeConformance(openIt: () => Promise<Subject>): void {
  describe('the command', () => {
    let subject: Subject

    beforeAll(async () => {
      subject = await openIt()
    })
    afterAll(() => subject?.close())

    it('finds that the gateway keeps all of the interface, and leaves nothing behind', async () => {
      const require = 'sign-up,codes,provider_a,provider_b,backend,terminal,additions'
      const options = ['--mailbox', subject.mailboxUrl, '--require', require, '--json']
      const all = ['--conditions=@gatehouse/source', program, '--url', subject.url, ...options]
      const { code, stdout, stderr } = await run(process.execPath, [...all, '--timeout', '120'], {
        env: { PATH: process.env.PATH, CONFORMANCE_JWT_SECRET: jwtSecret },
      }).then(
        (printed) => ({ ...printed, code: 0 }),
        (failure: Printed) => failure,
      )
      const results = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
      expect(results.map(({ check }) => check)).toEqual(checks.map(({ id }) => id))
      const others = results.filter(({ outcome }) => outcome !== 'passed')
      expect(others.map(({ check, outcome, why }) => `${check} ${outcome}: ${why}`)).toEqual([
        'edition.absent not applicable: it is of edition 1.1.0 alone, and the service has 1.2.0',
      ])
      expect([code, stderr]).toEqual([0, ''])
    })
  })
}
