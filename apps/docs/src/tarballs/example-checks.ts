import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLdapServer, createRedisServer, removeLoopbackServer } from '@gatehouse/test-services'
import {
  type AdapterTest,
  ldapAdapterTest,
  plainAdapterTests,
  redisAdapterTest,
} from '../examples/adapter-tests.ts'
import {
  type Example,
  examples,
  examplesFolder,
  exampleWithOwnPorts,
} from '../examples/examples.ts'
import { startService } from '../examples/run-service.ts'
import { goodWalk, walkThrough } from '../examples/walk-through.ts'
import type { Check } from './check.ts'
import type { Project } from './project.ts'
import { compilers, nodes } from './tools.ts'

/** The folder of the examples in a project. */
const folder = 'docs-examples'

/** What the examples import besides the packages, as npm installs it. */
export function packagesOfExamples(): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(examplesFolder, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  return Object.entries(manifest.devDependencies)
    .filter(([name]) => !name.startsWith('@gatehouse/'))
    .map(([name, version]) => `${name}@${version}`)
}

/** The services and the adapters under `docs/examples`. They are copied into the project. */
export function exampleChecks(version: '22' | '24', project: Project): readonly Check[] {
  cpSync(examplesFolder, join(project.folder, folder), {
    recursive: true,
    filter: (path) => !path.includes('node_modules') && !path.endsWith('tsconfig.json'),
  })
  cpSync(join(project.folder, 'package.json'), join(project.folder, folder, 'package.json'))
  return [
    ...examples.map((example) => ({
      name: `the service under ${example.name} signs somebody up and in on Node ${version}`,
      run: () => runExample(version, { project, env: {} }, example),
    })),
    {
      name: `the service with ${exampleWithOwnPorts.name} signs somebody up and in on Node ${version}`,
      run: () => runWithOwnPorts(version, project),
    },
    ...[...plainAdapterTests, redisAdapterTest, ldapAdapterTest].map((test) => ({
      name: `the adapter for ${test.name} keeps its contract on Node ${version}`,
      run: () => withServerOf(test, (env) => runAdapter(version, { project, test }, env)),
    })),
  ]
}

/** Mails wait in the outbox, since there is nothing at the address of the mail service. */
function runWithOwnPorts(version: '22' | '24', project: Project): Promise<void> {
  const passwords = join(project.folder, 'data', `passwords-${version}`)
  mkdirSync(passwords, { recursive: true })
  const own = { PASSWORDS_DIR: passwords, MAIL_API: 'http://127.0.0.1:1/' }
  return withServerOf(redisAdapterTest, (env) =>
    runExample(version, { project, env: { ...own, ...env } }, exampleWithOwnPorts),
  )
}

async function runExample(
  version: '22' | '24',
  { project, env }: { readonly project: Project; readonly env: Readonly<Record<string, string>> },
  { endsBy, file, hasDecorators, name }: Example,
): Promise<void> {
  if (hasDecorators) await compileOnce(project, file)
  const service = await startService({
    program: nodes[version],
    args: ['--no-warnings', hasDecorators ? file.replace(/\.ts$/, '.js') : file],
    cwd: join(project.folder, folder),
    env: {
      ...env,
      DATA_DIR: join(project.folder, 'data', `${name.replaceAll(/[: ]/g, '-')}-${version}`),
    },
  })
  const walked = await walkThrough(service.url).catch((error: unknown) => [String(error)])
  const ended = await service.end()
  if (walked.join('\n') !== goodWalk.join('\n'))
    throw new Error(`it answered\n${walked.join('\n')}`)
  if (ended !== endsBy) throw new Error(`it ended with ${ended}`)
}

const compiled = new Map<string, Promise<void>>()

/** For all versions of Node, which may be tried at once. */
function compileOnce(project: Project, file: string): Promise<void> {
  const done = compiled.get(file) ?? compile(project, file)
  compiled.set(file, done)
  return done
}

/** As a build of Nest does. */
async function compile(project: Project, file: string): Promise<void> {
  const options = {
    ...{ '--module': 'nodenext', '--target': 'es2022', '--types': 'node', '--strict': 'true' },
    ...{ '--experimentalDecorators': 'true', '--skipLibCheck': 'true' },
  }
  await project.run(
    nodes['24'],
    compilers['newest TypeScript'],
    '--ignoreConfig',
    ...Object.entries(options).flat(),
    join(folder, file),
  )
}

async function runAdapter(
  version: '22' | '24',
  { project, test }: { readonly project: Project; readonly test: AdapterTest },
  env: Readonly<Record<string, string>>,
): Promise<void> {
  // Programs of `env` set variables for a program that they start.
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const command = [nodes[version], '--no-warnings', '--test-reporter=spec', join(folder, test.file)]
  const printed = await project.run('env', ...variables, ...command)
  if (!printed.includes(test.promise)) throw new Error('the suite was not run')
}

/** Starts what a test needs, and tells where it is. */
async function withServerOf(
  test: AdapterTest,
  work: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  if (test === redisAdapterTest) {
    const server = await createRedisServer()
    return whileRuns(server, () => work({ REDIS_URL: server.url }))
  }
  if (test === ldapAdapterTest) {
    const server = await createLdapServer()
    const { administrator, base, url } = server
    const env = { LDAP_DN: administrator.dn, LDAP_PASSWORD: administrator.password }
    const address = { LDAP_URL: url, LDAP_BASE: base }
    return whileRuns(server, () => work({ ...env, ...address }))
  }
  return work({})
}

async function whileRuns(
  server: Parameters<typeof removeLoopbackServer>[0],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } finally {
    await removeLoopbackServer(server)
  }
}
