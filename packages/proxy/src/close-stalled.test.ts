import { EventEmitter } from 'node:events'
import type { Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { closeStalled } from './close-stalled.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('T-94: a client that reads nothing while an answer waits', () => {
  it('is hung up on when its time is over, and not before', () => {
    const { socket } = watched()
    socket.writableLength = 1000
    pass(4)
    expect(socket.destroy).not.toHaveBeenCalled()
    pass(1)
    expect(socket.destroy).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['takes a write', { bytesWritten: 1 }],
    ['takes a part of the write that the system is at', { _handle: { writeQueueSize: 999 } }],
    ['has read all of it in between', { writableLength: 0 }],
  ])('gets all of its time again when it %s', (_, change) => {
    const { socket } = watched()
    Object.assign(socket, { writableLength: 1000, _handle: { writeQueueSize: 1000 } })
    pass(4)
    Object.assign(socket, change)
    pass(1)
    socket.writableLength = 1000
    pass(3)
    expect(socket.destroy).not.toHaveBeenCalled()
    pass(3)
    expect(socket.destroy).toHaveBeenCalled()
  })
})

it('leaves a connection alone on which nothing waits', () => {
  const { socket } = watched()
  pass(60)
  expect(socket.destroy).not.toHaveBeenCalled()
})

it('leaves a terminal alone, which has limits of its own', () => {
  const { server, socket } = watched()
  server.emit('upgrade', {}, socket)
  socket.writableLength = 1000
  pass(60)
  expect(socket.destroy).not.toHaveBeenCalled()
})

it('forgets connections that were closed, and ends with its server', () => {
  const { server, socket } = watched()
  socket.writableLength = 1000
  socket.emit('close')
  pass(60)
  expect(socket.destroy).not.toHaveBeenCalled()
  server.emit('close')
  expect(jest.getTimerCount()).toBe(0)
})

/** A server with one connection, whose client has four seconds. */
function watched() {
  const server = new EventEmitter()
  const socket = Object.assign(new EventEmitter(), {
    bytesRead: 0,
    bytesWritten: 0,
    writableLength: 0,
    destroy: jest.fn(),
  })
  closeStalled(server as Server, 4)
  server.emit('connection', socket)
  return { server, socket }
}

function pass(seconds: number): void {
  for (let second = 0; second < seconds; second += 1) jest.advanceTimersByTime(1000)
}
