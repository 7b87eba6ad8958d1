import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

/** The oldest version that Keycloak runs on. */
const oldest = 21

/**
 * The home of a Java for the server: that of `JAVA_HOME`, or the newest on this machine.
 *
 * @throws {Error} When there is none that is new enough.
 */
export function findJavaHome(): string {
  const given = process.env.JAVA_HOME
  const homes = given
    ? [given]
    : globSync([
        '/usr/lib/jvm/*',
        '/opt/java/*',
        '/Library/Java/JavaVirtualMachines/*/Contents/Home',
      ])
  const found = homes
    .map((home) => ({ home, version: majorVersion(home) }))
    .filter(({ version }) => version >= oldest)
    .sort((one, other) => other.version - one.version)
  const [newest] = found
  if (newest) return newest.home
  throw new Error(`Java ${oldest} or newer is needed: install one, or name it in JAVA_HOME.`)
}

function majorVersion(home: string): number {
  const { stderr } = spawnSync(join(home, 'bin', 'java'), ['-version'], { encoding: 'utf8' })
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0)
}
