import { eventually } from '@gatehouse/test-services'
import type { Api } from '../../testing/api.ts'
import type { GatewayProcess } from '../../testing/gateway-process.ts'

/** The processes that have been started to serve, in the order in which they were ready. */
export function workersOf({ output }: Pick<GatewayProcess, 'output'>): readonly number[] {
  return output.flatMap((line) => {
    const [, pid] = /"pid":(\d+),"msg":"worker process started"/.exec(line) ?? []
    return pid === undefined ? [] : [Number(pid)]
  })
}

/** Which workers have answered a request to this path, by the log. */
export function whoAnswered(
  { output }: Pick<GatewayProcess, 'output'>,
  path: string,
): readonly number[] {
  const lines = output.filter((line) => line.includes(`"path":"${path}"`))
  const workers = lines.map((line) => Number(/"process":(\d+)/.exec(line)?.[1]))
  return [...new Set(workers)].toSorted()
}

/** Each call over a connection of its own, which the workers take in turn. */
export function overNewConnections(api: Api): Api {
  const close = { connection: 'close' }
  return {
    send: (method, path, options = {}) =>
      api.send(method, path, { ...options, headers: { ...options.headers, ...close } }),
    post: (path, body, headers = {}) => api.post(path, body, { ...headers, ...close }),
  }
}

/** Whether there is such a process. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Where a gateway with `METRICS_PORT=0` has its metrics. */
export async function metricsUrl({ output }: Pick<GatewayProcess, 'output'>): Promise<string> {
  const look = () => /"port":(\d+),"msg":"metrics listening"/.exec(output.join('\n'))?.[1]
  return `http://127.0.0.1:${await eventually('the port of the metrics', look)}/metrics`
}
