import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'

const main = join(import.meta.dirname, '..', 'src', 'main.ts')
/** It starts every peer, and takes a dozen turns of a second. */
const patienceMs = 180_000
const short = ['--rounds', '1', '--seconds', '1', '--warm-up', '0']

it(
  'compares each peer with Gatehouse, after it has shown that it does its work',
  async () => {
    const { code, output, errors } = await runBench(['proxy', '--only', 'small', ...short])
    expect(errors).toContain('round 1 of 1: Gatehouse')
    expect(rowsOf(output)).toEqual([
      ['Peer', expect.stringMatching(/^CPU/)],
      ['---', '---'],
      [expect.stringMatching(/^HAProxy \d/), aNumber],
      [expect.stringMatching(/^Edge/), aNumber],
      [expect.stringMatching(/^nginx \d/), aNumber],
      [expect.stringMatching(/^bare/), aNumber],
      [expect.stringMatching(/^Fastify/), aNumber],
      [expect.stringMatching(/^Express/), aNumber],
      ['**Gatehouse**', aNumber],
    ])
    // It is a busy machine that runs tests: what is promised need not be kept there.
    expect([0, 1]).toContain(code)
  },
  patienceMs,
)

it(
  'measures latency and memory',
  async () => {
    const only = ['--only', 'latency,memory', '--peers', 'haproxy', '--requests', '10']
    const { output, errors } = await runBench(['proxy', ...only, ...short])
    expect(errors).toContain('round 1 of 1: Gatehouse')
    expect(rowsOf(output)).toEqual([
      ['Peer', 'Requests a second'],
      ['---', '---'],
      [expect.stringMatching(/^HAProxy \d/), aNumber],
      ['**Gatehouse**', aNumber],
      ['Requests', 'MiB of the process'],
      ['---', '---'],
      [aNumber, aNumber],
    ])
    expect(output).toMatch(/^\| [\d,]+ \| \d+ \| \d+\.\d \|$/m)
  },
  patienceMs,
)

it(
  'measures a check for another proxy beside a proxied request',
  async () => {
    const { output, errors } = await runBench(['verify', ...short])
    expect(errors).toContain('round 1 of 1: a check')
    expect(rowsOf(output)).toEqual([
      ['Request', 'CPU µs'],
      ['---', '---'],
      ['proxied', aNumber],
      ['a check', aNumber],
      ['a check, target behind the address', aNumber],
    ])
  },
  patienceMs,
)

it('ends with 2 when it is called wrongly, and says why', async () => {
  const { code, errors } = await runBench(['proxy', '--only', 'sideways'])
  expect(code).toBe(2)
  expect(errors).toBe(
    '--only takes small, down, up, latency, memory, workers, threads; not sideways\n',
  )
})

const aNumber: unknown = expect.stringMatching(/^[\d,]*\d(\.\d)?$/)

/** The first two cells of each row of its tables. */
function rowsOf(output: string): readonly (readonly string[])[] {
  const rows = output.split('\n').filter((line) => line.startsWith('|'))
  return rows
    .map((line) => line.split(' | ').slice(0, 2))
    .map(([one = '', two = '']) => [one.replace(/^\| /, ''), two])
}

interface Ended {
  readonly code: number | string | null | undefined
  readonly output: string
  readonly errors: string
}

function runBench(parameters: readonly string[]): Promise<Ended> {
  const all = ['--conditions=@gatehouse/source', main, ...parameters]
  return new Promise((resolve) => {
    execFile(process.execPath, all, (error, output, errors) => {
      resolve({ code: error === null ? 0 : error.code, output, errors })
    })
  })
}
