import type { CredentialStore } from '@gatehouse/auth-core/ports'
import type { Instruments } from '@gatehouse/prometheus'
import { definitions } from './definitions.ts'
import { failureOf, secondsSince } from './failure-of.ts'

/** Measures the calls to the credential store. */
export function observeCredentialStore(
  store: CredentialStore,
  instruments: Instruments,
): CredentialStore {
  const seconds = instruments.durations(definitions.credentialSeconds)
  let inFlight = 0
  instruments.gauge(definitions.credentialInFlight, () => [{ labels: {}, value: inFlight }])

  async function measured<Result>(
    call: string,
    work: Promise<Result>,
    isRefusal: (result: Result) => boolean = () => false,
  ): Promise<Result> {
    const began = performance.now()
    const count = (outcome: string) => seconds.at({ call, outcome }).observe(secondsSince(began))
    inFlight += 1
    try {
      const result = await work
      count(isRefusal(result) ? 'refused' : 'ok')
      return result
    } catch (error) {
      count(failureOf(error))
      throw error
    } finally {
      inFlight -= 1
    }
  }

  return {
    ...store,
    createTenant: (tenant, user) =>
      measured('create_tenant', store.createTenant(tenant, user), (made) => made === null),
    addUser: (tenantId, user, groups) =>
      measured('add_user', store.addUser(tenantId, user, groups), (made) => made === null),
    removeTenant: (tenant) => measured('remove_tenant', store.removeTenant(tenant)),
    checkPassword: (user, password) =>
      measured('check_password', store.checkPassword(user, password), isRefused),
    // Counted like a wrong password, so that even the metrics do not reveal which users exist.
    checkNobody: (password) => measured('check_password', store.checkNobody(password), () => true),
    setPassword: (user, password, claim) =>
      measured('set_password', store.setPassword(user, password, claim)),
    setEnabled: (user, enabled) => measured('set_enabled', store.setEnabled(user, enabled)),
    setGroups: (user, groups) => measured('set_groups', store.setGroups(user, groups)),
    setRole: (user, role) => measured('set_role', store.setRole(user, role)),
    setProfile: (user, profile) => measured('set_profile', store.setProfile(user, profile)),
    removeUser: (user) => measured('remove_user', store.removeUser(user)),
    checkReady: () => measured('check_ready', store.checkReady()),
  }
}

function isRefused({ accepted }: { readonly accepted: boolean }): boolean {
  return !accepted
}
