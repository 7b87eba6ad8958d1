import { execFileSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'

/** Makes 2 GiB of short-lived buffers, and tells how many collections of everything began. */
const program = `
  import { PerformanceObserver, constants } from 'node:perf_hooks'
  import { setImmediate as turn } from 'node:timers/promises'
  const { collectBuffersEarly } = await import(process.argv[1])
  if (process.argv[2] === 'early') collectBuffersEarly()
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

describe('collecting buffers early', () => {
  it('keeps short-lived buffers from having all of the heap searched', () => {
    expect(fullCollections('early')).toBeLessThan(fullCollections('as it is') / 2)
  })
})

function fullCollections(how: 'as it is' | 'early'): number {
  const module = new URL('./collect-buffers-early.ts', import.meta.url).href
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program, module, how])
  return Number(output.toString())
}
