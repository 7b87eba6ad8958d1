import type { Defect } from '../defect.ts'

const passwords = 'packages/keycloak/src/passwords.ts'
const groups = 'packages/keycloak/src/groups.ts'
const users = 'packages/keycloak/src/realm-users.ts'
const added = 'packages/keycloak/src/added-users.ts'
const realms = 'packages/keycloak/src/realms.ts'
const store = 'packages/keycloak/src/create-keycloak-credential-store.ts'
const template = 'packages/keycloak/src/realm-template.ts'

/** Defects of the credential store on Keycloak. */
export const keycloakDefects: readonly Defect[] = [
  {
    file: passwords,
    find: "tokens.grant(client, { grant_type: 'password', username, password })",
    replace:
      "tokens.grant(client, { grant_type: 'password', username, password: password.trim() })",
    breaks: 'a password is kept byte for byte',
    first: 'leading and trailing',
  },
  {
    file: passwords,
    find: "if (sub === user.credentialId) return { kind: 'accepted', groups }",
    replace: "if (sub !== '') return { kind: 'accepted', groups }",
    breaks: 'a username under an identifier that is not its own is not accepted',
    first: 'an identifier that is not its own',
  },
  {
    file: passwords,
    find: 'return { accepted: true, groups: outcome.groups }',
    replace: 'return { accepted: true, groups: [] }',
    breaks: 'the groups are those that Keycloak has',
    first: 'puts a user into groups',
  },
  {
    file: passwords,
    find: 'await wasUnchecked(connection, attempt, performance.now())',
    replace: '',
    breaks: 'as much work is done for nobody as for a wrong password',
    first: 'as much work for nobody',
  },
  {
    file: store,
    find: `await decoy.check(password)
      return { accepted: false }`,
    replace: 'return { accepted: password.length > 0 }',
    breaks: 'nothing is accepted in an unknown realm',
    first: 'an unknown realm',
  },
  {
    file: store,
    find: 'checkNobody: (password) => decoy.check(password),',
    replace: 'checkNobody: async () => {},',
    breaks: 'a check for nobody is one',
    first: 'as much work for nobody',
  },
  {
    file: store,
    find: 'if (account) await realms.undo(account)',
    replace: '',
    breaks: 'a realm is removed for its reservation',
    first: 'removes a realm for the sign-up',
  },
  {
    file: store,
    find: 'return account && { credentialId: id, groups: [] }',
    replace: "return account && { credentialId: id, groups: ['/users'] }",
    breaks: 'the first user has the groups that are reported at the start',
    first: 'reports the same groups',
  },
  {
    file: store,
    find: 'return account && {',
    replace: 'return {',
    breaks: 'a realm that exists is not joined',
    first: 'never joins a realm',
  },
  {
    file: realms,
    find: `await accounts.remove(account.reservation)
        return null`,
    replace: 'return account',
    breaks: 'a name that is taken is told',
    first: 'never joins a realm',
  },
  {
    file: realms,
    find: "if (isGone || status === 'live') await accounts.remove(reservation)",
    replace: "if (status === 'abandoned') await accounts.remove(reservation)",
    breaks: 'the name of a removed realm is free again',
    first: 'its name is free again',
  },
  {
    file: realms,
    find: 'await connection.slow.run(() => admin.realms.del({ realm }))',
    replace: '',
    breaks: 'a removed realm is gone',
    first: 'its name is free again',
  },
  {
    file: users,
    find: 'await admin.users.resetPassword({ ...who, credential })',
    replace: '',
    breaks: 'a new password holds',
    first: 'replaces a password',
  },
  {
    file: users,
    find: "const credential = { type: 'password', value: password, temporary: false }",
    replace: "const credential = { type: 'password', value: password, temporary: true }",
    breaks: 'a new password opens at once',
    first: 'replaces a password',
  },
  {
    file: users,
    find: "if (done === 'no_such_user') throw",
    replace: "if (done !== 'done' && done !== 'no_such_user') throw",
    breaks: 'a change to nobody fails',
    first: 'to have set the password of nobody',
  },
  {
    file: users,
    find: "if (statusOf(error) === 404) return 'no_such_user'",
    replace: '',
    breaks: 'nobody is removed a second time',
    first: 'nobody a second time',
  },
  {
    file: users,
    find: 'admin.users.update(who, { enabled })',
    replace: 'admin.users.update(who, { enabled: true })',
    breaks: 'a disabled user is kept out',
    first: 'keeps a disabled user out',
  },
  {
    file: users,
    find: 'admin.users.update(who, profile)',
    replace: 'admin.users.update(who, { ...profile, enabled: false })',
    breaks: 'a person with another name signs in as before',
    first: 'replaces {',
  },
  {
    file: users,
    find: "const ids = id === '' ? await idsOf(admin, user) : [id]",
    replace: 'const ids = [id]',
    breaks: 'a user without an identifier is removed by the name',
    first: 'by the name alone',
  },
  {
    file: users,
    find: `username, exact: true })
  return found.flatMap(({ id, username: theirs }) => (id && theirs === username ? [id] : []))`,
    replace: `username })
  return found.flatMap(({ id }) => (id ? [id] : []))`,
    breaks: 'a user is removed by the whole name',
    first: 'by the name alone',
  },
  {
    file: users,
    find: "if (account === undefined) throw fault('rejected', 'there is no such realm to add a user to')",
    replace: "if (account === undefined) return { credentialId: '', groups: [] }",
    breaks: 'nobody is added to a realm that is not there',
    first: 'adds nobody to a realm',
  },
  {
    file: groups,
    find: 'if (!wanted.has(path)) await admin.users.delFromGroup({ realm, id, groupId })',
    replace: '',
    breaks: 'a user is taken out of all other groups',
    first: 'puts a user into groups',
  },
  {
    file: groups,
    find: 'await admin.users.addToGroup({ realm, id, groupId })',
    replace: '',
    breaks: 'a user is put into groups',
    first: 'puts a user into groups',
  },
  {
    file: groups,
    find: 'return path.split(/(?<!~)\\//)',
    replace: 'return [path]',
    breaks: 'a group is named by its path',
    first: 'puts a user into groups',
  },
  {
    file: added,
    find: '...userOf(user), groups: [...paths]',
    replace: '...userOf(user), groups: []',
    breaks: 'an added user is in the groups that were told',
    first: 'puts added users into groups',
  },
  {
    file: added,
    find: 'if ((await findUserNamed({ admin, realm }, user.username)) !== undefined) return null',
    replace: '',
    breaks: 'a name that another user has is told',
    first: 'alone who has the name',
  },
  {
    file: template,
    find: "'full.path': 'true'",
    replace: "'full.path': 'false'",
    breaks: 'groups are told at a login as they are when they are set',
    first: 'puts a user into groups',
  },
  {
    file: template,
    find: `    emailVerified: false,
    credentials: [{ type: 'password', value: password, temporary: false }],`,
    replace: `    emailVerified: false,
    credentials: [{ type: 'password', value: password.normalize('NFKC'), temporary: false }],`,
    breaks: 'a password that looks alike is another one',
    first: 'fish',
  },
]
