import type { GatewayProcess } from '@gatehouse/gateway/testing'

/** The processes that a gateway has started to serve and that are still there, in order. */
export function workersOf({ output }: Pick<GatewayProcess, 'output'>): readonly number[] {
  const pids = output.flatMap((line) => {
    const [, pid] = /"pid":(\d+),"msg":"worker process started"/.exec(line) ?? []
    return pid === undefined ? [] : [Number(pid)]
  })
  return pids.filter(isAlive)
}

/** Whether there is such a process. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
