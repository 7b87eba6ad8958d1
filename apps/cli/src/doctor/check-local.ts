import { compareLocalCredentials, type LocalDifference } from '@gatehouse/sql'
import type { Deployment } from '../records/open-deployment.ts'
import { type Finding, isShould } from './finding.ts'
import { listAccounts, listTenants } from './list-records.ts'
import type { Tally } from './tally.ts'

/** Compares accounts with the users of the local credential store. */
export async function* checkLocal(deployment: Deployment, tally: Tally): AsyncGenerator<Finding> {
  const { store } = deployment.ports
  for await (const { id } of listTenants(store)) {
    tally.organizations += 1
    for await (const _ of listAccounts(store, id)) tally.accounts += 1
  }
  for (const difference of await compareLocalCredentials(deployment.database)) {
    yield toFinding(deployment, difference)
  }
}

function toFinding({ ports }: Deployment, difference: LocalDifference): Finding {
  const { code, tenantId, credentialId, username } = difference
  const found = { code, where: tenantId, about: username, text: texts[code] }
  const user = { tenantId, credentialId, username }
  if (code !== 'user_disabled' && code !== 'user_enabled') return found
  const repair = () => ports.credentialStore.setEnabled(user, code === 'user_disabled')
  return { ...found, repair }
}

const texts: Readonly<Record<LocalDifference['code'], string>> = {
  realm_missing: 'it has no passwords on record; restore a backup',
  realm_orphan: 'there are passwords and no organization; restore a backup',
  user_missing: 'has no password on record; restore a backup',
  user_unknown: 'has a password and no account; restore a backup',
  user_disabled: isShould('disabled', 'enabled'),
  user_enabled: isShould('enabled', 'disabled'),
}
