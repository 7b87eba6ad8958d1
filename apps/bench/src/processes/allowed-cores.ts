import { readFileSync } from 'node:fs'

/** The cores that this process may run on, by their numbers; 0 where Linux does not tell. */
export function allowedCores(): readonly number[] {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    return coresIn(/^Cpus_allowed_list:\s+(\S+)$/m.exec(status)?.[1] ?? '0')
  } catch {
    return [0]
  }
}

/** Numbers and ranges, separated by commas (cpuset(7), "List format"). */
export function coresIn(list: string): readonly number[] {
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
