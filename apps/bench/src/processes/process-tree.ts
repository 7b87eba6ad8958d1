import { readdirSync, readFileSync } from 'node:fs'

/** A process, and all that it and they have started and that still run. */
export function processTree(root: number): readonly number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentIn(statOf(name))
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found = [root]
  for (const each of found) found.push(...(children.get(each) ?? []))
  return found
}

/**
 * The parent's id in a line of `/proc/<pid>/stat` (proc_pid_stat(5)). The second field is a name in
 * parentheses, and may hold spaces and parentheses of its own.
 */
export function parentIn(stat: string): number | undefined {
  const [, parent] = /^\d+ \(.*\) \S (\d+) /s.exec(stat) ?? []
  return parent === undefined ? undefined : Number(parent)
}

function statOf(name: string): string {
  try {
    return readFileSync(`/proc/${name}/stat`, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}
