import { expect, it } from '@jest/globals'
import { createSendQueue, type QueueSocket, type SendQueue } from './send-queue.ts'

/** A network that takes bytes as fast as the test says. */
function begin(takenInAPause: number) {
  const sent: Uint8Array[] = []
  const peaks: number[] = []
  let isOpen = true
  let bufferedAmount = 0
  const socket = {
    get bufferedAmount() {
      return bufferedAmount
    },
    send(bytes: Uint8Array) {
      sent.push(bytes)
      bufferedAmount += bytes.length
      peaks.push(bufferedAmount)
    },
  } as unknown as QueueSocket
  const pauses: (() => void)[] = []
  const queue: SendQueue = createSendQueue({
    openSocket: () => (isOpen ? socket : undefined),
    wait: () =>
      new Promise<void>((resolve) => {
        pauses.push(() => {
          bufferedAmount = Math.max(0, bufferedAmount - takenInAPause)
          resolve()
        })
      }),
  })
  const drain = async () => {
    for (let pause = pauses.shift(); pause; pause = pauses.shift()) {
      pause()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return {
    queue,
    sent,
    peaks,
    drain,
    close: () => {
      isOpen = false
    },
  }
}

const long = Uint8Array.from({ length: 1_048_576 }, (_, index) => index % 251)

it('a paste of 1 MiB is sent whole and in order, in messages that no setting refuses', async () => {
  const { queue, sent, drain } = begin(20_000)
  queue.send(long)
  queue.send(Uint8Array.of(1, 2, 3))
  await drain()
  expect(Math.max(...sent.map(({ length }) => length))).toBe(1024)
  expect(Buffer.concat(sent).equals(Buffer.concat([long, Uint8Array.of(1, 2, 3)]))).toBe(true)
})

it('a paste waits for a slow network instead of filling the memory of the browser', async () => {
  const { queue, peaks, drain } = begin(1000)
  queue.send(long.subarray(0, 200_000))
  await drain()
  expect(Math.max(...peaks)).toBeLessThanOrEqual(65_536 + 1024)
})

it('a key is sent at once', () => {
  const { queue, sent } = begin(0)
  queue.send(Uint8Array.of(65))
  expect(sent).toEqual([Uint8Array.of(65)])
})

it('the rest of a paste is dropped with its connection', async () => {
  const one = begin(20_000)
  one.queue.send(long)
  one.queue.clear()
  const before = one.sent.length
  await one.drain()
  expect(one.sent).toHaveLength(before)

  const other = begin(20_000)
  other.queue.send(long)
  other.close()
  const sentBefore = other.sent.length
  await other.drain()
  expect(other.sent).toHaveLength(sentBefore)
})
