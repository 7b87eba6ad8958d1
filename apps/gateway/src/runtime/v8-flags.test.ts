import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'

const module = new URL('./v8-flags.ts', import.meta.url).href

/** Makes 2 GiB of short-lived buffers, and tells how many collections of everything began. */
const program = `
  import { PerformanceObserver, constants } from 'node:perf_hooks'
  import { setImmediate as turn } from 'node:timers/promises'
  const { tuneV8 } = await import(process.argv[1])
  if (process.argv[2] === 'tuned') tuneV8()
  let full = 0
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) full += detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR ? 1 : 0
  }).observe({ entryTypes: ['gc'] })
  for (let made = 0; made < 32_768; made += 1) {
    Buffer.allocUnsafeSlow(65_536)
    if (made % 16 === 0) await turn()
  }
  await turn()
  process.stdout.write(String(full))
`

describe('the flags of V8', () => {
  it('keep short-lived buffers from having all of the heap searched', () => {
    expect(fullCollections('tuned')).toBeLessThan(fullCollections('as it is') / 2)
  })

  // What those of a quiet heap prevent comes after a minute or more of quiet, too late for a test.
  it('are known to V8', () => {
    const code = 'const { tuneV8 } = await import(process.argv[1]); tuneV8()'
    const parameters = ['--input-type=module', '-e', code, module]
    const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

function fullCollections(how: 'as it is' | 'tuned'): number {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program, module, how])
  return Number(output.toString())
}
