import type { RuntimeSocket } from './runtime-socket.ts'

/** The time by an edge's clock (`show activity`, HAProxy's management guide, section 9.3); `undefined` if it does not tell. */
export async function readEdgeClock(runtime: RuntimeSocket): Promise<Date | undefined> {
  const [, seconds] = /^date_now: (\d+\.\d+)/m.exec(await runtime.ask('show activity')) ?? []
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1000)
}
