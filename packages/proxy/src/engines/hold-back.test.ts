import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { holdBack } from './hold-back.ts'

const response = () => new EventEmitter() as ServerResponse

describe('a refusal of the queue', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  it('is said a tenth to half of a second later', () => {
    const refuse = jest.fn()
    holdBack(response(), refuse)
    jest.advanceTimersByTime(99)
    expect(refuse).not.toHaveBeenCalled()
    jest.advanceTimersByTime(401)
    expect(refuse).toHaveBeenCalledTimes(1)
  })

  it('is said at another moment than the next one', () => {
    const moments = new Set<number>()
    for (let number = 0; number < 50; number += 1)
      holdBack(response(), () => moments.add(Date.now()))
    jest.advanceTimersByTime(500)
    expect(moments.size).toBeGreaterThan(5)
  })

  it('is not said to a client that has gone', () => {
    const refuse = jest.fn()
    const gone = response()
    holdBack(gone, refuse)
    gone.emit('close')
    jest.advanceTimersByTime(1000)
    expect(refuse).not.toHaveBeenCalled()
  })
})
