import type { Defect } from '../defect.ts'

/** Defects of the credential store in memory. */
export const memoryCredentialDefects: readonly Defect[] = [
  {
    file: 'packages/auth-core/testing/memory/memory-credential-store.ts',
    find: 'return user?.credentialId === credentialId ? user : undefined',
    replace: 'return user',
    breaks: 'a username under another identifier is unknown',
  },
  {
    file: 'packages/auth-core/testing/memory/memory-credential-store.ts',
    find: `    async checkNobody() {
      checks += 1
    },`,
    replace: '    async checkNobody() {},',
    breaks: 'checkNobody takes as long as a refused check',
  },
  {
    file: 'packages/auth-core/testing/memory/memory-credential-store.ts',
    find: 'if (!found?.enabled || found.password !== password)',
    replace: 'if (!found || found.password !== password)',
    breaks: 'a disabled user is kept out',
  },
  {
    file: 'packages/auth-core/testing/memory/memory-credential-store.ts',
    find: 'if (realms.has(id)) return null',
    replace: '',
    breaks: 'a realm that exists is not changed',
  },
  {
    file: 'packages/auth-core/testing/memory/memory-credential-store.ts',
    find: 'if (realms.get(id)?.reservation === reservation) realms.delete(id)',
    replace: 'realms.delete(id)',
    breaks: 'a realm is removed under its own reservation alone',
  },
]
