import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'

const program = 'const { keepHeapWhenQuiet } = await import(process.argv[1]); keepHeapWhenQuiet()'

describe('keeping the heap when quiet', () => {
  // What it prevents comes after a minute or more of quiet, too late for a test.
  it('is something that V8 knows', () => {
    const module = new URL('./keep-heap-when-quiet.ts', import.meta.url).href
    const parameters = ['--input-type=module', '-e', program, module]
    const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
