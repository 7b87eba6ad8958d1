import type { Environment } from '@gatehouse/settings'
import { type CommandResult, endWith, type JsonObject, withObjects } from '../command.ts'
import type { Console } from '../console/console.ts'
import { counted } from '../console/counted.ts'
import { explainFailure } from '../records/explain-failure.ts'
import { hasKeycloak, type KeycloakDeployment, openDeployment } from '../records/open-deployment.ts'
import { describePlan, planAsObject } from './describe-plan.ts'
import { type ImportTally, importPeople } from './import-people.ts'
import { type ImportPlan, planImport } from './plan-import.ts'

/** The options of an import. */
export interface ImportOptions {
  /** The name of the realm, which becomes the organization's id. */
  readonly realm: string
  /** The role of the realm whose holders become administrators. */
  readonly adminRole: string | undefined
  /** Whether to show only, without changes. */
  readonly dryRun: boolean
  /** Whether to skip the question. */
  readonly yes: boolean
}

const usualAdminRole = 'company_admin'

/** Imports an existing realm as an organization, with accounts for its users. */
export async function runImport(
  environment: Environment,
  options: ImportOptions,
  console: ImportConsole,
): Promise<CommandResult> {
  const deployment = await openDeployment(environment)
  if (!deployment.ok) return deployment.result
  try {
    if (hasKeycloak(deployment.value)) return await importRealm(deployment.value, options, console)
    return endWith('usage', 'CREDENTIAL_STORE is not keycloak: the gateway would not ask Keycloak.')
  } catch (error) {
    return endWith('unreachable', ...explainFailure(error))
  } finally {
    await deployment.value.close()
  }
}

type ImportConsole = Pick<Console, 'print' | 'progress' | 'ask'>

async function importRealm(
  deployment: KeycloakDeployment,
  options: ImportOptions,
  console: ImportConsole,
): Promise<CommandResult> {
  const { realm, adminRole = usualAdminRole, dryRun } = options
  const { operator } = deployment.keycloak
  const preview = await planImport(deployment, realm, { dryRun: true })
  if (!preview.ok) return preview.result
  const admins = await operator.listHolders(realm, adminRole, 'any')
  if (!admins && options.adminRole !== undefined) {
    return endWith('usage', `The realm ${realm} has no role ${adminRole}.`)
  }
  const people = await operator.countUsers(realm)
  console.print(...describePlan(preview.value, { people, adminRole, admins: admins?.size }))
  const refused = await confirm(preview.value, options, console)
  if (refused) return refused

  const plan = dryRun ? preview : await planImport(deployment, realm, { dryRun })
  if (!plan.ok) return plan.result
  const { changes, expected, tenant } = plan.value
  if (!dryRun) for (const change of changes) await operator.mendRealm(expected, change)
  const request = { tenant, admins: admins ?? new Set<string>(), people, dryRun }
  const tally = await importPeople(deployment, request, console)
  console.print(summary(tally, dryRun))
  const object = { dry_run: dryRun, ...planAsObject(plan.value), ...tallyAsObject(tally) }
  return withObjects(endWith(tally.leftOut === 0 ? 'done' : 'left'), object)
}

/** @returns The result to end with; `undefined` to continue. */
async function confirm(
  { changes, isNew }: ImportPlan,
  { dryRun, yes }: ImportOptions,
  { ask }: Pick<Console, 'ask'>,
): Promise<CommandResult | undefined> {
  if (dryRun || yes || (!isNew && changes.length === 0)) return undefined
  const answer = await ask('Do it?')
  if (answer === true) return undefined
  if (answer === false) return endWith('left', 'Nothing was changed.')
  return endWith('usage', 'There is nobody to ask: --yes is needed. Nothing was changed.')
}

function tallyAsObject({ leftOut, remarks, ...counts }: ImportTally): JsonObject {
  const { imported, admins: administrators, known } = counts
  return {
    ...{ imported, administrators, known, left_out: leftOut },
    remarks: remarks.map(({ isLeftOut, ...remark }) => ({ ...remark, left_out: isLeftOut })),
  }
}

function summary({ imported, admins, known, leftOut }: ImportTally, dryRun: boolean): string {
  const done = `${counted(imported, 'account')} (${counted(admins, 'administrator')})`
  const rest = `${known.toLocaleString('en')} were there before, ${leftOut.toLocaleString('en')} left out.`
  return dryRun ? `Would make ${done}; ${rest} Nothing was changed.` : `Made ${done}; ${rest}`
}
