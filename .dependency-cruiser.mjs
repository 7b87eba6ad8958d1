/** Who may import whom. `from` and `to` are paths from the top of the repository. */

// Benchmarks, chaos and the drawers of docs are for this repository: they ship with nothing.
const tests =
  '\\.test\\.ts$|^(packages|apps)/[^/]+/(test-support|testing|e2e)/|^apps/(bench|chaos|docs)/|^packages/test-services/'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'core-is-pure',
      comment: 'auth-core/src imports nothing but itself, not even Node',
      severity: 'error',
      from: { path: '^packages/auth-core/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/auth-core/src/' },
    },
    {
      name: 'core-testing-is-portable',
      comment: 'contracts run wherever Jest does, so they know the core and @jest/globals alone',
      severity: 'error',
      from: { path: '^packages/auth-core/testing/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/auth-core/(src|testing)/|^node_modules/@jest/globals/' },
    },
    {
      name: 'adapters-know-only-the-core',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/', pathNot: '^packages/($1|auth-core|test-services)/' },
    },
    {
      name: 'proxy-knows-types-of-the-core',
      comment: 'a service may embed the proxy without running the core in it',
      severity: 'error',
      from: { path: '^packages/proxy/src/', pathNot: tests },
      to: { path: '^packages/auth-core/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'services-only-in-tests',
      comment: 'what starts real servers stays out of what is shipped',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: tests },
      to: { path: '^packages/test-services/' },
    },
    {
      name: 'packages-not-to-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'gateway-not-to-other-apps',
      severity: 'error',
      from: { path: '^apps/gateway/' },
      to: { path: '^apps/', pathNot: '^apps/gateway/' },
    },
    {
      name: 'only-compose-sees-adapters',
      comment: 'the rest of the gateway works through ports; the proxy is no adapter of one',
      severity: 'error',
      from: {
        path: '^apps/gateway/src/',
        pathNot: '^apps/gateway/src/compose/|\\.test\\.ts$',
      },
      to: { path: '^packages/', pathNot: '^packages/(auth-core|proxy)/' },
    },
    {
      name: 'no-deep-import',
      comment: 'another workspace is entered through its exports',
      severity: 'error',
      from: { path: '^((?:packages|apps)/[^/]+)/' },
      to: {
        path: '^(packages|apps)/',
        pathNot: ['^$1/', '^(packages|apps)/[^/]+/(src|testing|testing/contracts)/index\\.ts$'],
      },
    },
    {
      name: 'testing-only-in-tests',
      comment: 'memory adapters and contracts stay out of what is shipped',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: tests },
      to: { path: '^(packages|apps)/[^/]+/(test-support|testing|e2e)/' },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      from: { path: '^(packages|apps)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-package-in-source',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], pathNot: '/@types/' },
    },
  ],
  options: {
    // TypeScript 7 has no JavaScript API for the usual parser.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((packages|apps)/[^/]+/dist|coverage)/' },
    combinedDependencies: false,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@gatehouse/source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.css'],
    },
  },
}
