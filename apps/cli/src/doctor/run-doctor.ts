import { counted } from '../console/counted.ts'
import { explain, type OpenSite, openSite } from '../records/open-site.ts'
import type { Finding } from './finding.ts'
import { toLine } from './finding.ts'
import { type FindingCode, findingKinds, isFindingCode } from './finding-kinds.ts'
import { repairFindings } from './repair-findings.ts'
import { inWords, runChecks, withoutMassRepair } from './run-checks.ts'
import type { KeycloakSite, Site, Tally } from './site.ts'

/** What the doctor is told. */
export interface DoctorOptions {
  readonly fix: boolean
  readonly yes: boolean
  /** Names of kinds of findings, with commas between them. */
  readonly only: string | undefined
  /** An orphan realm that may be removed with the people in it. */
  readonly removeRealm: string | undefined
}

/** Whom a command tells and asks. */
export interface Talk {
  print(...lines: readonly string[]): void
  complain(...lines: readonly string[]): void
  progress(line: string): void
  /** `undefined` where there is nobody to ask. */
  ask(question: string): Promise<boolean | undefined>
}

/** With what a command ends: something may be left that is not right. */
export type End = 'done' | 'left' | 'usage' | 'unreachable'

type Environment = Readonly<Record<string, string | undefined>>

/** Compares our records with the credential store, and repairs what it is allowed to. */
export async function runDoctor(
  environment: Environment,
  options: DoctorOptions,
  talk: Talk,
): Promise<End> {
  const names = options.only?.split(',').map((name) => name.trim())
  const unknown = names?.find((name) => !isFindingCode(name))
  if (unknown !== undefined) {
    talk.complain(`No finding is called "${unknown}". These are:`, ...Object.keys(findingKinds))
    return 'usage'
  }
  const only = names && new Set(names.filter(isFindingCode))
  const opened = await openSite(environment)
  if ('end' in opened) {
    talk.complain(...opened.lines)
    return opened.end
  }
  try {
    return await examine(opened, { ...options, kinds: only }, talk)
  } catch (error) {
    talk.complain(...explain(error))
    return 'unreachable'
  } finally {
    await opened.close()
  }
}

type Examination = DoctorOptions & { readonly kinds: ReadonlySet<FindingCode> | undefined }

async function examine(opened: OpenSite, options: Examination, talk: Talk): Promise<End> {
  const { fix, yes, kinds: only } = options
  const tally: Tally = { organizations: 0, accounts: 0, notes: [] }
  const found: Finding[] = []
  for await (const finding of runChecks(toSite(opened, options), tally, talk.progress)) {
    talk.print(toLine(finding))
    found.push(finding)
  }
  const findings = withoutMassRepair(found, tally)
  talk.print(...tally.notes.map((note) => `note: ${note}`))
  const ask = async (question: string) => (await talk.ask(question)) ?? false
  const print = (line: string) => talk.print(line)
  const repaired = fix ? await repairFindings(findings, { only, yes, ask, print }) : 0
  const repairable = findings.filter(({ repair }) => repair !== undefined).length
  talk.print(
    `Looked at ${inWords(tally)}, and at ${placeOf(opened)}.`,
    ...summary({ found: findings.length, repairable, repaired, fix }),
  )
  return repaired === findings.length ? 'done' : 'left'
}

function toSite(opened: OpenSite, { removeRealm }: DoctorOptions): Site | KeycloakSite {
  const { database, keycloak, ports } = opened
  return keycloak ? { database, ports, ...keycloak, removeRealm } : { database, ports }
}

function placeOf({ keycloak }: OpenSite): string {
  return keycloak ? `the Keycloak at ${keycloak.url}` : 'the passwords in the same database'
}

interface Outcome {
  readonly found: number
  readonly repairable: number
  readonly repaired: number
  readonly fix: boolean
}

function summary({ found, repairable, repaired, fix }: Outcome): readonly string[] {
  if (found === 0) return ['Everything goes together.']
  const findings = counted(found, 'finding')
  if (fix) return [`${findings}: ${repaired} repaired, ${found - repaired} left.`]
  if (repairable === 0) return [`${findings}, for you to decide.`]
  return [`${findings}. \`gatehouse doctor --fix\` can repair ${repairable}, and asks before.`]
}
