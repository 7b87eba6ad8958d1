import type { Defect } from '../defect.ts'

/** Defects of the credential store on SQL. */
export const localCredentialDefects: readonly Defect[] = [
  {
    file: 'packages/sql/src/local-credentials/create-local-credential-store.ts',
    find: `await users.find(unknownUser)
      await hasher.verifyDummy(password)`,
    replace: 'await users.find(unknownUser)',
    breaks: 'checkNobody takes as long as a refused check',
  },
  {
    file: 'packages/sql/src/local-credentials/create-local-credential-store.ts',
    find: 'if (!isRight || !enabled)',
    replace: 'if (!isRight)',
    breaks: 'a disabled user is kept out',
  },
  {
    file: 'packages/sql/src/local-credentials/create-local-credential-store.ts',
    find: 'const distinct = [...new Set(groups)]',
    replace: 'const distinct = [...groups]',
    breaks: 'a group that is named twice is one group',
  },
  {
    file: 'packages/sql/src/local-credentials/create-local-credential-store.ts',
    find: 'await users.setGroups(user, distinct)',
    replace: 'if (distinct.length > 0) await users.setGroups(user, distinct)',
    breaks: 'a user is put out of all groups',
  },
  {
    file: 'packages/sql/src/local-credentials/create-local-credential-store.ts',
    find: `return isNew ? { credentialId: id, groups } : null
    },

    async addUser`,
    replace: `return { credentialId: id, groups }
    },

    async addUser`,
    breaks: 'a realm that exists is told by null',
  },
  {
    file: 'packages/sql/src/local-credentials/password-hasher.ts',
    find: 'compute({ password, options }))',
    replace: 'compute({ password: password.trim(), options }))',
    breaks: 'a password is kept byte for byte',
  },
  {
    file: 'packages/sql/src/local-credentials/password-hasher.ts',
    find: 'verifyHash({ password, options, passwordHash })',
    replace: `verifyHash({ password: password.normalize('NFC'), options, passwordHash })`,
    breaks: 'a password is compared byte for byte',
  },
  {
    file: 'packages/sql/src/local-credentials/local-users.ts',
    find: `.where('id', '=', credentialId)
    .where('realm_id', '=', tenantId)
    .executeTakeFirst()`,
    replace: `.where('id', '=', credentialId)
    .executeTakeFirst()`,
    breaks: 'a user is known in the own realm alone',
  },
  {
    file: 'packages/sql/src/local-credentials/local-users.ts',
    find: `.where('id', '=', id)
          .where('reservation', '=', reservation)`,
    replace: `.where('id', '=', id)`,
    breaks: 'a realm is removed under its own reservation alone',
  },
  {
    file: 'packages/sql/src/local-credentials/local-users.ts',
    find: `if (numUpdatedRows === 0n) throw new PortError('credential_store', 'rejected')`,
    replace: '',
    breaks: 'a change of nobody is not reported as done',
  },
  {
    file: 'packages/sql/src/local-credentials/local-users.ts',
    find: `.onConflict((conflict) => conflict.columns(['realm_id', 'username']).doNothing())`,
    replace: `.onConflict((conflict) => conflict.columns(['realm_id', 'username']).doUpdateSet({ password_hash: user.passwordHash }))`,
    breaks: 'a user who has the name stays as it was',
  },
  {
    file: 'packages/sql/src/credential-store-queries.ts',
    find: `? new PortError('credential_store', error.failure, error.cause)`,
    replace: '? error',
    breaks: 'an error names the port that failed',
  },
]
