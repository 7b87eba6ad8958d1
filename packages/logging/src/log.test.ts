import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const module = JSON.stringify(join(import.meta.dirname, 'log.ts'))

describe('the log on standard output', () => {
  it('has the time in ISO 8601 with milliseconds, and nothing of a secret', () => {
    const [line] = run(
      `createLog({ level: 'info', format: 'auto' }).info({ token: 'secret', a: { password: 'secret' } }, 'x')`,
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

  const info = `info({ port: 8080 }, 'listening')`
  const onTerminal = 'process.stdout.isTTY = true;'

  it.each([
    ['text', ''],
    ['text', `${onTerminal} process.env.NO_COLOR = '1';`],
    ['auto', `${onTerminal} process.env.NO_COLOR = '1';`],
  ])('is for eyes with %s and %p', (format, before) => {
    const printed = print(`${before} createLog({ level: 'info', format: '${format}' }).${info}`)
    expect(printed).toMatch(/^\d\d:\d\d:\d\d\.\d{3}Z INFO {2}listening port=8080\n$/)
  })

  it('has colours on a terminal', () => {
    const printed = print(`${onTerminal} createLog({ level: 'info', format: 'auto' }).${info}`)
    expect(printed).toContain('\u001b[32mINFO ')
  })

  it('is for programs on a terminal, too, if it is told to', () => {
    const code = `${onTerminal} createLog({ level: 'info', format: 'json' }).${info}`
    expect(run(code)).toMatchObject([{ port: 8080, msg: 'listening' }])
  })
})

function run(code: string): readonly Readonly<Record<string, unknown>>[] {
  const lines = print(code).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
}

/** What a process of its own prints. */
function print(code: string): string {
  const text = `const { createLog } = await import(${module})\n${code}`
  const options = ['--conditions=@gatehouse/source', '--input-type=module', '-e', text]
  const { NO_COLOR: _, ...env } = process.env
  return spawnSync(process.execPath, options, { encoding: 'utf8', env }).stdout
}
