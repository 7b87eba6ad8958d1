import { expect, it } from '@jest/globals'
import { createProgress } from './progress.ts'

it('writes a line when a step is done, without control characters, where there is no terminal', async () => {
  const written: string[] = []
  const progress = createProgress({ write: (text) => written.push(text) })
  await progress.during('Mailbox', Promise.resolve())
  expect(written).toEqual(['  ✔ Mailbox\n'])
})

it('shows a running step on a terminal and replaces it when it is done', async () => {
  const written: string[] = []
  const progress = createProgress({ isTTY: true, write: (text) => written.push(text) })
  const step = Promise.withResolvers<number>()
  const during = progress.during('Gateway', step.promise)
  expect(written).toEqual(['  … Gateway'])
  step.resolve(7)
  expect(await during).toBe(7)
  expect(written.at(-1)).toBe('\r\x1b[2K  ✔ Gateway\n')
})

it('marks a step that failed and passes the failure on', async () => {
  const written: string[] = []
  const progress = createProgress({ write: (text) => written.push(text) })
  const failed = progress.during('Gateway', Promise.reject(new Error('no')))
  await expect(failed).rejects.toThrow('no')
  expect(written).toEqual(['  ✘ Gateway\n'])
})
