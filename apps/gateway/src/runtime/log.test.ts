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

  it.each([
    ['ends', ''],
    ['ends by process.exit', 'process.exit(0)'],
    ['fails', 'throw new Error("bug")'],
    ['fails later', 'setImmediate(() => { throw new Error("bug") })'],
  ])('has the line of every request when the process %s', (_how, end) => {
    const lines = run(`
      const log = createRequestLog('info')
      for (let at = 0; at < 1000; at += 1) log.write(\`"at":\${at}\`)
      ${end}`)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(lines[0]).toEqual({ level: 30, time, service: 'gatehouse', at: 0, msg: 'request' })
    expect(lines.map(({ at }) => at)).toEqual(Array.from({ length: 1000 }, (_, at) => at))
  })

  it.each(['warn', 'silent'])('has no line of a request at the level %s', (level) => {
    expect(run(`createRequestLog('${level}').write('"at":0')`)).toEqual([])
  })
})

function run(code: string): readonly Readonly<Record<string, unknown>>[] {
  const text = `const { createLog, createRequestLog } = await import(${module})\n${code}`
  const options = ['--conditions=@gatehouse/source', '--input-type=module', '-e', text]
  const { stdout } = spawnSync(process.execPath, options, { encoding: 'utf8' })
  const lines = stdout.split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
}
