import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { cacheFolder } from '../cache-folder.ts'
import { run } from '../run.ts'

/** The newest release. 26.7.1 and 26.7.2 are slow with many realms (keycloak/keycloak#51554). */
const keycloakVersion = '26.7.5'

const sha256 = '30ef87fb7101c43d29688d1ae80c0588ff4a151b3330e9f664bf9692d398658a'
const artifact = `org.keycloak:keycloak-quarkus-dist:${keycloakVersion}:zip`

/** Options that are fixed when the server is built, for `start --optimized`. */
const buildOptions = ['--db=dev-file', '--health-enabled=true', '--metrics-enabled=true']

/**
 * The folder of a server that is ready to be started. The first call fetches it from Maven Central
 * and builds it, which takes minutes.
 *
 * @param say - Called with a line for each step.
 */
export async function ensureDistribution(
  javaHome: string,
  say: (line: string) => void,
): Promise<string> {
  const home = join(cacheFolder, `keycloak-${keycloakVersion}`)
  if (existsSync(home)) return home
  await mkdir(cacheFolder, { recursive: true })
  // Built in another folder and moved at the end, so that the final folder is always complete.
  const folder = await mkdtemp(join(cacheFolder, 'keycloak-new-'))
  try {
    say(`fetching Keycloak ${keycloakVersion}`)
    await fetchInto(folder)
    say('building it')
    const unpacked = join(folder, `keycloak-${keycloakVersion}`)
    const env = { ...process.env, JAVA_HOME: javaHome }
    await run('sh', ['bin/kc.sh', 'build', ...buildOptions], { cwd: unpacked, env })
    await moveUnlessThere(unpacked, home)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return home
}

async function fetchInto(folder: string): Promise<void> {
  const parameters = [`-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`]
  // Maven writes files into the folder in which it runs.
  const here = { cwd: folder }
  await run('mvn', ['--batch-mode', '--quiet', 'dependency:copy', ...parameters], here)
  const zip = join(folder, `keycloak-quarkus-dist-${keycloakVersion}.zip`)
  const hash = createHash('sha256')
  await pipeline(createReadStream(zip), hash)
  if (hash.digest('hex') !== sha256) throw new Error(`${artifact} is not the file it was`)
  await run(
    'mvn',
    ['--batch-mode', '--quiet', '--offline', 'dependency:unpack', ...parameters],
    here,
  )
}

async function moveUnlessThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    // Another process has built it meanwhile.
    if (!existsSync(to)) throw error
  }
}
