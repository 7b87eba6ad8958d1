import { availableParallelism, cpus, totalmem } from 'node:os'

/** What a benchmark ran on, in one line that names no host. */
export function describeMachine(): string {
  const cores = availableParallelism()
  const model = cpus()[0]?.model.trim() || 'unknown processor'
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cores} cores (${model}), ${gigabytes} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}
