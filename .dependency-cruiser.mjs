/** Who may import whom. `from` and `to` are paths from the top of the repository. */

// Benchmarks, chaos, fuzzing, the model, mutants and the drawers of docs are for this repository: they ship with nothing.
const tests =
  '\\.test\\.ts$|^(packages|apps)/[^/]+/(test-support|testing|e2e)/|^apps/(bench|chaos|docs|fuzz|model|mutants)/|^packages/test-services/|^docs/examples/'

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
      name: 'records-import-records-alone',
      comment: 'what is kept knows nothing of those who keep it or work with it',
      severity: 'error',
      from: { path: '^packages/auth-core/src/records/' },
      to: { pathNot: '^packages/auth-core/src/records/' },
    },
    {
      name: 'ports-import-records-alone',
      comment: 'an adapter needs no use case to be written',
      severity: 'error',
      from: { path: '^packages/auth-core/src/ports/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/auth-core/src/(ports|records)/' },
    },
    {
      name: 'core-testing-is-portable',
      comment: 'contracts run under any runner, so they know the core and the package expect alone',
      severity: 'error',
      from: { path: '^packages/auth-core/testing/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/auth-core/(src|testing)/|^node_modules/expect/' },
    },
    {
      name: 'effects-through-perform',
      comment: 'the work of a step of the login is done because the state machine said so',
      severity: 'error',
      from: {
        path: '^packages/auth-core/src/',
        pathNot: '^packages/auth-core/src/login/(effects/|perform\\.ts$)',
      },
      to: { path: '^packages/auth-core/src/login/effects/' },
    },
    {
      name: 'adapters-know-only-the-core',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: '^packages/(embed|settings)/' },
      to: { path: '^packages/', pathNot: '^packages/($1|auth-core|test-services)/' },
    },
    {
      name: 'embed-loads-what-is-used',
      comment: 'who embeds on SQLite installs neither Keycloak’s client nor a driver of PostgreSQL',
      severity: 'error',
      from: {
        path: '^packages/embed/src/',
        pathNot: '^packages/embed/src/(keycloak|oidc|postgres|smtp|sql|sqlite)/|\\.test\\.ts$',
      },
      to: {
        path: '^packages/',
        pathNot: '^packages/(embed/src/(parts/|[^/]+$)|auth-core/|crypto/|http-api/|jwt/)',
      },
    },
    {
      name: 'settings-know-two-adapters',
      comment:
        'who reads a master key, a mail server or an edition of the API also says what is one',
      severity: 'error',
      from: { path: '^packages/settings/' },
      to: { path: '^packages/', pathNot: '^packages/(settings|auth-core|crypto|http-api|smtp)/' },
    },
    {
      name: 'adapters-know-ports-alone',
      comment: 'an adapter keeps records and promises; use cases and settings are not its business',
      severity: 'error',
      from: { path: '^packages/(crypto|jwt|keycloak|oidc|smtp|sql)/src/', pathNot: tests },
      to: {
        path: '^packages/auth-core/',
        pathNot: '^packages/auth-core/src/ports/index\\.ts$',
      },
    },
    {
      name: 'proxy-knows-types-of-the-core',
      comment:
        'a service may embed the proxy without running the core in it; how a request is read is one rule for both',
      severity: 'error',
      from: { path: '^packages/proxy/src/', pathNot: tests },
      to: {
        path: '^packages/auth-core/',
        pathNot: '^packages/auth-core/src/requests/index\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
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
      name: 'conformance-knows-itself-alone',
      comment:
        'it shares no mistake with what it checks, and is run where nothing else is installed',
      severity: 'error',
      from: { path: '^apps/conformance/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(packages|apps)/|^node_modules/', pathNot: '^apps/conformance/src/' },
    },
    {
      name: 'examples-are-hosts-like-any-other',
      comment:
        'they import what is published, and what the rest imports of them is for benchmarks alone',
      severity: 'error',
      from: { path: '^docs/examples/' },
      to: { path: '^apps/|^packages/test-services/|^packages/[^/]+/test-support/' },
    },
    {
      name: 'gateway-not-to-other-apps',
      severity: 'error',
      from: { path: '^apps/gateway/' },
      to: { path: '^apps/', pathNot: '^apps/gateway/' },
    },
    {
      name: 'only-compose-sees-adapters',
      comment:
        'the rest of the gateway works through ports; embed, http-api, prometheus, proxy, reference and settings are no adapters',
      severity: 'error',
      from: {
        path: '^apps/gateway/src/',
        pathNot: '^apps/gateway/src/compose/|\\.test\\.ts$',
      },
      to: {
        path: '^packages/',
        pathNot:
          '^packages/(auth-core|embed|http-api|logging|prometheus|proxy|reference|settings)/',
      },
    },
    {
      name: 'no-deep-import',
      comment: 'another workspace is entered through its exports',
      severity: 'error',
      from: { path: '^((?:packages|apps)/[^/]+)/' },
      to: {
        path: '^(packages|apps)/',
        pathNot: [
          '^$1/',
          '^(packages|apps)/[^/]+/(src|src/ports|src/operator|src/requests|testing|testing/contracts)/index\\.ts$',
          '^packages/(embed|sql)/src/(keycloak|oidc|parts|postgres|records|smtp|sql|sqlite)/index\\.ts$',
          // Of one file each: what the command loads is little.
          '^apps/gateway/src/(compose/open-(credential-store|mailer)|records|runtime/version)\\.ts$',
          '^packages/(http-api/src/editions|settings/src/nearest|smtp/src/smtp-url)\\.ts$',
        ],
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
      from: { path: '^(packages|apps|docs/examples)/' },
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
