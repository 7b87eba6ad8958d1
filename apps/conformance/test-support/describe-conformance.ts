import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { jwtSecret, type Subject } from './open-subject.ts'

const run = promisify(execFile)
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
      const require = 'sign-up,codes,provider_a,provider_b,terminal,additions'
      const options = ['--mailbox', subject.mailboxUrl, '--require', require, '--timeout', '120']
      const all = ['--conditions=@gatehouse/source', program, '--url', subject.url, ...options]
      const ended = await run(process.execPath, all, {
        env: { PATH: process.env.PATH, CONFORMANCE_JWT_SECRET: jwtSecret },
      }).catch((error: { readonly stdout: string; readonly stderr: string }) => error)
      expect(ended).not.toBeInstanceOf(Error)
      const rows = ended.stdout.split('\n').filter((line) => /^1\.[12]\.0 /.test(line))
      expect(rows.filter((row) => !/ passed$/.test(row)).slice(0, -4)).toEqual([
        expect.stringMatching(/edition\.absent +not applicable/),
      ])
      expect(ended.stdout).not.toMatch(/Left behind|FAILED|not checked {2}\S/)
    })
  })
}
