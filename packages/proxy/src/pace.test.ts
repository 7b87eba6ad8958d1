import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { createPaceWatch, type PacedExchange } from './pace.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

it('tells of a client that owes its body for longer than the grace', () => {
  const { watch, slow } = watching()
  watch('one')
  pass(3)
  expect(slow).toEqual([])
  pass(3)
  expect(slow).toEqual(['one'])
  pass(10)
  expect(slow).toEqual(['one'])
})

it('leaves a client alone that keeps the pace', () => {
  const { socket, watch, slow } = watching()
  watch('one')
  for (let second = 0; second < 20; second += 1) {
    socket.bytesRead += 100
    pass(1)
  }
  expect(slow).toEqual([])
})

it('leaves a request alone that is over', () => {
  const { watch, slow } = watching()
  watch('one')()
  pass(20)
  expect(slow).toEqual([])
})

it('goes on with the next request of a connection when the one before ends late', () => {
  const { watch, slow } = watching()
  const endFirst = watch('one')
  watch('two')
  endFirst()
  pass(20)
  expect(slow).toEqual(['two'])
})

it('gives each request of a connection the whole grace', () => {
  const { watch, slow } = watching()
  const endFirst = watch('one')
  pass(4)
  endFirst()
  watch('two')
  pass(3)
  expect(slow).toEqual([])
  pass(3)
  expect(slow).toEqual(['two'])
})

it('forgets a connection that was closed', () => {
  const { socket, watch, slow } = watching()
  watch('one')
  socket.emit('close')
  pass(20)
  expect(slow).toEqual([])
  expect(jest.getTimerCount()).toBe(0)
})

/** One connection, whose client owes the bodies of its requests. */
function watching() {
  const socket = Object.assign(new EventEmitter(), {
    bytesRead: 0,
    bytesWritten: 0,
    writableLength: 0,
    destroyed: false,
  })
  const slow: string[] = []
  const pace = createPaceWatch<PacedExchange & { readonly name: string }>({
    graceSeconds: 4,
    minBytesPerSecond: 100,
    tooSlow: ({ name }) => slow.push(name),
  })
  const watch = (name: string) => {
    const request = { socket, complete: false, readableLength: 0, readableHighWaterMark: 65_536 }
    return pace.watch({ request: request as unknown as IncomingMessage, name })
  }
  return { socket, watch, slow }
}

function pass(seconds: number): void {
  for (let second = 0; second < seconds; second += 1) jest.advanceTimersByTime(1000)
}
