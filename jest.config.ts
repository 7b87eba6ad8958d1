import {
  describeMissing,
  findKeycloakService,
  findPostgresService,
  findProgram,
  missingPrograms,
} from '@gatehouse/test-services'
import type { Config } from 'jest'

if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error(
    `Node 24 or newer is needed, this is ${process.version}; run the tests by npm test`,
  )
}

// Developers who do not work on them need not have them; in CI they must be there.
const isCi = process.env.CI === 'true'
const withoutKeycloak = !isCi && findKeycloakService() === undefined
const withoutPostgres = !isCi && findPostgresService() === undefined
const missingProxies = isCi ? [] : missingPrograms(['caddy', 'envoy', 'nginx', 'traefik'])
const missingPeers = isCi ? [] : missingPrograms(['haproxy', 'nginx', 'taskset', 'wrk'])
for (const [isLeftOut, name] of [
  [withoutKeycloak, 'Keycloak'],
  [withoutPostgres, 'PostgreSQL'],
] as const) {
  if (!isLeftOut) continue
  process.stderr.write(
    `${name} is not running: its tests are left out. To start it: npm run services\n`,
  )
}
const withoutHaproxy = !isCi && findProgram('haproxy') === undefined
if (withoutHaproxy) {
  process.stderr.write(
    'There is no HAProxy: the chaos test and those of the edge are left out. apt-get install haproxy\n',
  )
}
const withoutLdap = !isCi && findProgram('slapd') === undefined
const withoutRedis =
  !isCi && (findProgram('valkey-server') ?? findProgram('redis-server')) === undefined
for (const [isLeftOut, name] of [
  [withoutLdap, 'slapd'],
  [withoutRedis, 'redis-server'],
] as const) {
  if (isLeftOut) process.stderr.write(`A test is left out. apt-get install ${name}\n`)
}
if (missingPeers.length > 0) {
  process.stderr.write(`The tests of benchmarks are left out: no ${missingPeers.join(', ')}.\n`)
}

if (missingProxies.length > 0) {
  process.stderr.write(
    `The tests of forward authentication through proxies are left out: ${describeMissing(missingProxies)}\n`,
  )
}

type Project = Exclude<NonNullable<Config['projects']>[number], string>

const shared: Project = {
  testEnvironment: '<rootDir>/.config/jest-node-realm.mjs',
  testEnvironmentOptions: { customExportConditions: ['@gatehouse/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  // Without a transformer Jest strips the types itself, as Node does.
  transform: {},
}

const config: Config = {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,apps}/*/{src,testing,test-support}/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.contract\\.test\\.ts$'],
    },
    {
      ...shared,
      displayName: 'contract',
      testMatch: ['<rootDir>/{packages,apps}/*/**/*.contract.test.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/dist/',
        ...(withoutKeycloak ? ['/packages/keycloak/'] : []),
        ...(withoutPostgres ? ['/packages/(?:embed|sql)/src/(?:postgres|moving)/'] : []),
        ...(withoutHaproxy ? ['/gateway/e2e/edge/'] : []),
      ],
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/apps/*/e2e/**/*.test.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/dist/',
        '\\.contract\\.test\\.ts$',
        ...(withoutKeycloak ? ['/(?:gateway|conformance)/e2e/keycloak/'] : []),
        ...(withoutPostgres ? ['/gateway/e2e/postgres/', '/conformance/e2e/keycloak/'] : []),
        ...(withoutPostgres || withoutHaproxy ? ['/apps/chaos/e2e/'] : []),
        ...(withoutHaproxy ? ['/gateway/e2e/edge/'] : []),
        ...(missingPeers.length > 0 ? ['/apps/bench/e2e/'] : []),
        ...(withoutLdap ? ['/docs/e2e/ldap\\.test\\.ts$'] : []),
        ...(withoutRedis ? ['/(?:bench/e2e/limits|docs/e2e/redis)\\.test\\.ts$'] : []),
        ...(missingProxies.length > 0 ? ['/gateway/e2e/forward-auth-proxies'] : []),
      ],
    },
  ],
  // Much of the time is spent waiting for servers, also where there are but two processors.
  ...(isCi && { maxWorkers: '100%' }),
  // No test asserts how long something takes; this much is for a busy machine.
  testTimeout: 60_000,
  coverageProvider: 'v8',
  collectCoverageFrom: ['{packages,apps}/*/src/**/*.ts'],
  reporters: ['default', '<rootDir>/.config/jest-ci-line.mjs'],
}

export default config
