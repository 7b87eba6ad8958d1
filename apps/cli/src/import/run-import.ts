import { counted } from '../console/counted.ts'
import type { End, Talk } from '../doctor/run-doctor.ts'
import { explain, openSite } from '../records/open-site.ts'
import { describePlan } from './describe-plan.ts'
import { type ImportTally, importPeople } from './import-people.ts'
import { type ImportPlan, type ImportSite, planImport } from './plan-import.ts'

/** What an import is told. */
export interface ImportOptions {
  readonly realm: string
  /** The role of the realm whose holders administrate the organization. */
  readonly adminRole: string | undefined
  readonly dryRun: boolean
  readonly yes: boolean
}

const usualAdminRole = 'company_admin'

/** Brings the users of a realm that exists in as an organization with its accounts. */
export async function runImport(
  environment: Readonly<Record<string, string | undefined>>,
  options: ImportOptions,
  talk: Talk,
): Promise<End> {
  const opened = await openSite(environment)
  if ('end' in opened) {
    talk.complain(...opened.lines)
    return opened.end
  }
  const { keycloak } = opened
  try {
    if (keycloak) return await importRealm({ ...opened, keycloak }, options, talk)
    talk.complain('CREDENTIAL_STORE is not keycloak: the gateway would not ask Keycloak.')
    return 'usage'
  } catch (error) {
    talk.complain(...explain(error))
    return 'unreachable'
  } finally {
    await opened.close()
  }
}

async function importRealm(site: ImportSite, options: ImportOptions, talk: Talk): Promise<End> {
  const { realm, adminRole = usualAdminRole, dryRun } = options
  const { operator } = site.keycloak
  const looked = await planImport(site, realm, { dryRun: true })
  if ('end' in looked) {
    talk.complain(looked.line)
    return looked.end
  }
  const admins = await operator.listHolders(realm, adminRole, 'any')
  if (!admins && options.adminRole !== undefined) {
    talk.complain(`The realm ${realm} has no role ${adminRole}.`)
    return 'usage'
  }
  const people = await operator.countUsers(realm)
  talk.print(...describePlan(looked, { people, adminRole, admins: admins?.size }))
  const refused = await confirm(looked, options, talk)
  if (refused) return refused

  const plan = dryRun ? looked : await planImport(site, realm, { dryRun })
  if ('end' in plan) {
    talk.complain(plan.line)
    return plan.end
  }
  if (!dryRun) for (const change of plan.changes) await operator.mendRealm(plan.expected, change)
  const request = { tenant: plan.tenant, admins: admins ?? new Set<string>(), people, dryRun }
  const tally = await importPeople(site, request, talk)
  talk.print(summary(tally, dryRun))
  return tally.leftOut === 0 ? 'done' : 'left'
}

/** @returns With what to end; `undefined` to go on. */
async function confirm(
  { changes, isNew }: ImportPlan,
  { dryRun, yes }: ImportOptions,
  { ask, complain }: Talk,
): Promise<End | undefined> {
  if (dryRun || yes || (!isNew && changes.length === 0)) return undefined
  const answer = await ask('Do it?')
  if (answer === true) return undefined
  if (answer === false) return 'left'
  complain('There is nobody to ask: --yes is needed. Nothing was changed.')
  return 'usage'
}

function summary({ imported, admins, known, leftOut }: ImportTally, dryRun: boolean): string {
  const done = `${counted(imported, 'account')} (${counted(admins, 'administrator')})`
  const rest = `${known.toLocaleString('en')} were there before, ${leftOut.toLocaleString('en')} left out.`
  return dryRun ? `Would make ${done}; ${rest} Nothing was changed.` : `Made ${done}; ${rest}`
}
