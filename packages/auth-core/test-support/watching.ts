import type { TestEnvironment } from '../testing/test-environment.ts'

/** The same records, with a list of what the credential store is asked. */
export function watching(environment: TestEnvironment) {
  const checks: string[] = []
  const nobody: string[] = []
  const { credentialStore } = environment.ports
  const watched = environment.with({
    ports: {
      credentialStore: {
        ...credentialStore,
        async checkPassword(user, password) {
          checks.push(user.tenantId)
          return credentialStore.checkPassword(user, password)
        },
        async checkNobody(password) {
          nobody.push(password)
        },
      },
    },
  })
  return { checks, nobody, watched }
}
