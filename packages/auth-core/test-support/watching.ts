import type { Stage } from '../testing/stage.ts'

/** The same world, with a look at what the credential store is asked. */
export function watching(stage: Stage) {
  const checks: string[] = []
  const nobody: string[] = []
  const { credentialStore } = stage.ports
  const watched = stage.with({
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
