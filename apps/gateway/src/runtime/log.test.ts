import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const module = JSON.stringify(join(import.meta.dirname, 'log.ts'))

describe('the log on standard output', () => {
  it('has the time in ISO 8601 with milliseconds, and nothing of a secret', () => {
    const [line] = run(
      `createLog('info').info({ token: 'secret', a: { password: 'secret' } }, 'x')`,
    )
    expect(line).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      service: 'gatehouse',
      token: '[redacted]',
      a: { password: '[redacted]' },
      msg: 'x',
    })
    expect(Math.abs(Date.now() - Date.parse(String(line?.time)))).toBeLessThan(60_000)
  })
})

function run(code: string): readonly Readonly<Record<string, unknown>>[] {
  const text = `const { createLog } = await import(${module})\n${code}`
  const options = ['--conditions=@gatehouse/source', '--input-type=module', '-e', text]
  const { stdout } = spawnSync(process.execPath, options, { encoding: 'utf8' })
  const lines = stdout.split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
}
