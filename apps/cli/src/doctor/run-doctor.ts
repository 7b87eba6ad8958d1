import type { Environment } from '@gatehouse/settings'
import { type CommandResult, endWith, withObjects } from '../command.ts'
import type { Console } from '../console/console.ts'
import { counted } from '../console/counted.ts'
import { explainFailure } from '../records/explain-failure.ts'
import { type Deployment, openDeployment } from '../records/open-deployment.ts'
import type { Finding } from './finding.ts'
import { asObject, toLine } from './finding.ts'
import { type FindingCode, findingKinds, isFindingCode } from './finding-kinds.ts'
import { repairFindings } from './repair-findings.ts'
import { runChecks, withoutMassRepair } from './run-checks.ts'
import { describeTally, type Tally } from './tally.ts'

/** The options of the doctor. */
export interface DoctorOptions {
  /** Whether to repair findings, after consent. */
  readonly fix: boolean
  /** Whether to answer questions with yes, except for kinds that must be named. */
  readonly yes: boolean
  /** Names of kinds of findings, separated by commas. */
  readonly only: string | undefined
  /** An orphan realm that may be removed with the people in it. */
  readonly removeRealm: string | undefined
  /** Where an edge answers clients, to be tried with a forged token. */
  readonly edge: string | undefined
}

type DoctorConsole = Pick<Console, 'print' | 'progress' | 'ask'>

/** Compares our records with the credential store, and repairs what it may. */
export async function runDoctor(
  environment: Environment,
  options: DoctorOptions,
  console: DoctorConsole,
): Promise<CommandResult> {
  const names = options.only?.split(',').map((name) => name.trim())
  const unknown = names?.find((name) => !isFindingCode(name))
  if (unknown !== undefined) {
    const kinds = Object.keys(findingKinds)
    return endWith('usage', `No finding is called "${unknown}". These are:`, ...kinds)
  }
  const only = names && new Set(names.filter(isFindingCode))
  const deployment = await openDeployment(environment)
  if (!deployment.ok) return deployment.result
  try {
    return await examine(deployment.value, { ...options, kinds: only }, console)
  } catch (error) {
    return endWith('unreachable', ...explainFailure(error))
  } finally {
    await deployment.value.close()
  }
}

type ExaminationOptions = DoctorOptions & { readonly kinds: ReadonlySet<FindingCode> | undefined }

async function examine(
  deployment: Deployment,
  { edge, fix, yes, kinds: only, removeRealm }: ExaminationOptions,
  console: DoctorConsole,
): Promise<CommandResult> {
  const tally: Tally = { organizations: 0, accounts: 0, notes: [] }
  const found: Finding[] = []
  const checks = { edge, removeRealm, progress: (line: string) => console.progress(line) }
  for await (const finding of runChecks(deployment, tally, checks)) {
    console.print(toLine(finding))
    found.push(finding)
  }
  const findings = withoutMassRepair(found, tally)
  console.print(...tally.notes.map((note) => `note: ${note}`))
  const ask = async (question: string) => (await console.ask(question)) ?? false
  const print = (line: string) => console.print(line)
  const repaired = fix ? await repairFindings(findings, { only, yes, ask, print }) : 0
  const repairable = findings.filter(({ repair }) => repair !== undefined).length
  console.print(
    `Looked at ${describeTally(tally)}, and at ${placeOf(deployment)}.`,
    ...summary({ found: findings.length, repairable, repaired, fix }),
  )
  const { organizations, accounts, notes } = tally
  return withObjects(endWith(repaired === findings.length ? 'done' : 'left'), {
    organizations,
    accounts,
    repaired,
    notes,
    findings: findings.map(asObject),
  })
}

function placeOf({ keycloak }: Deployment): string {
  return keycloak ? `the Keycloak at ${keycloak.url}` : 'the passwords in the same database'
}

interface FindingCounts {
  readonly found: number
  readonly repairable: number
  readonly repaired: number
  readonly fix: boolean
}

function summary({ found, repairable, repaired, fix }: FindingCounts): readonly string[] {
  if (found === 0) return ['Everything goes together.']
  const findings = counted(found, 'finding')
  if (fix) return [`${findings}: ${repaired} repaired, ${found - repaired} left.`]
  if (repairable === 0) return [`${findings}, for you to decide.`]
  return [`${findings}. \`gatehouse doctor --fix\` can repair ${repairable}, and asks before.`]
}
