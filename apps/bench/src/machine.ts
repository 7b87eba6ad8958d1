import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'

/** What a benchmark ran on, and how busy it was then, in one line that names no host. */
export function describeMachine(): string {
  const cores = availableParallelism()
  const model = cpus()[0]?.model.trim() || 'unknown processor'
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const [kernel] = release().match(/^\d+\.\d+/) ?? ['']
  const [load = Number.NaN] = loadavg()
  return `${cores} cores (${model}), ${gigabytes} GiB, ${process.platform} ${kernel} ${process.arch}, Node ${process.versions.node}; load ${load.toFixed(1)}`
}
