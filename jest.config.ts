import type { Config } from 'jest'
import { runningService } from './packages/keycloak/test/service/service-file.ts'

if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error(
    `Node 24 or newer is needed, this is ${process.version}; run the tests by npm test`,
  )
}

// Here whoever does not work on it need not have it; in CI it must be there.
const withoutKeycloak = process.env.CI !== 'true' && runningService() === undefined
if (withoutKeycloak) {
  process.stderr.write(
    'Keycloak is not running: its tests are left out. To start it: npm run services\n',
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
      testMatch: ['<rootDir>/{packages,apps}/*/{src,testing}/**/*.test.ts'],
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
      ],
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/apps/*/test/e2e/**/*.test.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/dist/',
        '\\.contract\\.test\\.ts$',
        ...(withoutKeycloak ? ['/test/e2e/keycloak/'] : []),
      ],
    },
  ],
  // No test asserts how long something takes; this much is for a busy machine.
  testTimeout: 60_000,
  coverageProvider: 'v8',
  collectCoverageFrom: ['{packages,apps}/*/src/**/*.ts'],
  reporters: ['default', '<rootDir>/.config/jest-ci-line.mjs'],
}

export default config
