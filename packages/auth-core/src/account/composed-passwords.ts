import type { CredentialStore } from '../ports/credential-store.ts'

/**
 * A credential store in which one password has one form: letters with marks are composed (NFC; RFC
 * 8265, section 4.2.2), since keyboards differ in what they send for the same keys. A password that
 * was kept before is found in the form in which it was typed, too.
 */
export function composedPasswords(store: CredentialStore): CredentialStore {
  return {
    ...store,
    createTenant: (tenant, user) => store.createTenant(tenant, composed(user)),
    addUser: (tenantId, user, groups) => store.addUser(tenantId, composed(user), groups),
    setPassword: (user, password, claim) =>
      store.setPassword(user, password.normalize('NFC'), claim),
    async checkPassword(user, password) {
      const check = await store.checkPassword(user, password.normalize('NFC'))
      return check.accepted || isComposed(password) ? check : store.checkPassword(user, password)
    },
    async checkNobody(password) {
      await store.checkNobody(password.normalize('NFC'))
      // The same work as for somebody, so that time tells nothing (T-34).
      if (!isComposed(password)) await store.checkNobody(password)
    },
  }
}

function composed<User extends { readonly password: string }>(user: User): User {
  return { ...user, password: user.password.normalize('NFC') }
}

function isComposed(password: string): boolean {
  return password === password.normalize('NFC')
}
