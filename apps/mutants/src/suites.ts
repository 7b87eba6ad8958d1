import type { Suite } from './defect.ts'
import { cryptoDefects } from './defects/crypto.ts'
import { jwtDefects } from './defects/jwt.ts'
import { keycloakDefects } from './defects/keycloak.ts'
import { localCredentialDefects } from './defects/local-credentials.ts'
import { memoryStoreDefects } from './defects/memory.ts'
import { memoryCredentialDefects } from './defects/memory-credentials.ts'
import { memoryLimiterDefects } from './defects/memory-limits.ts'
import { oidcDefects } from './defects/oidc.ts'
import { smtpDefects } from './defects/smtp.ts'
import { sqlAccountDefects } from './defects/sql-accounts.ts'
import { sqlSessionDefects } from './defects/sql-sessions.ts'
import { sqliteLimiterDefects } from './defects/sqlite-limits.ts'

/** The contract suites, each on one adapter. */
export const suites: readonly Suite[] = [
  {
    name: 'Store in memory',
    test: 'packages/auth-core/testing/memory/memory-store.contract.test.ts',
    adapter: 'memory',
    defects: memoryStoreDefects,
  },
  {
    name: 'CredentialStore in memory',
    test: 'packages/auth-core/testing/memory/memory-credential-store.contract.test.ts',
    defects: memoryCredentialDefects,
  },
  {
    name: 'RateLimiter in memory',
    test: 'packages/auth-core/testing/memory/memory-rate-limiter.contract.test.ts',
    defects: memoryLimiterDefects,
  },
  {
    name: 'Store on SQLite',
    test: 'packages/sql/src/create-sql-store.contract.test.ts',
    adapter: 'SQLite in memory',
    defects: [...sqlAccountDefects, ...sqlSessionDefects],
  },
  {
    name: 'CredentialStore on SQLite',
    test: 'packages/sql/src/local-credentials/create-local-credential-store.contract.test.ts',
    adapter: 'SQLite in memory',
    defects: localCredentialDefects,
  },
  {
    name: 'CredentialStore on Keycloak',
    test: 'packages/keycloak/src/create-keycloak-credential-store.contract.test.ts',
    needs: 'Keycloak',
    defects: keycloakDefects,
  },
  {
    name: 'RateLimiter on SQLite',
    test: 'packages/sql/src/sqlite/create-sqlite-rate-limiter.contract.test.ts',
    adapter: 'SQLite in memory',
    defects: sqliteLimiterDefects,
  },
  {
    name: 'Mailer over SMTP',
    test: 'packages/smtp/src/smtp-mailer.contract.test.ts',
    defects: smtpDefects,
  },
  {
    name: 'OidcProvider by openid-client',
    test: 'packages/oidc/src/openid-client-oidc-provider.contract.test.ts',
    defects: oidcDefects,
  },
  {
    name: 'TokenSigner by jsonwebtoken',
    test: 'packages/jwt/src/jwt-token-signer.contract.test.ts',
    defects: jwtDefects,
  },
  {
    name: 'Secrets by node:crypto',
    test: 'packages/crypto/src/node-secrets.contract.test.ts',
    defects: cryptoDefects,
  },
]
