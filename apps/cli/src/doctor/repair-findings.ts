import { PortError } from '@gatehouse/auth-core'
import { type Finding, toLine } from './finding.ts'
import { type FindingCode, findingKinds } from './finding-kinds.ts'

/** The consent to repairs. */
export interface Consent {
  /** The kinds that were named; all of them unless any was. */
  readonly only: ReadonlySet<FindingCode> | undefined
  /** Answers questions with yes, except for kinds that must be named. */
  readonly yes: boolean
  /** Asks a question with yes or no. */
  ask(question: string): Promise<boolean>
  /** Prints the result of a repair, in one line. */
  print(line: string): void
}

/** Repairs the findings that it may. @returns How many were repaired. */
export async function repairFindings(
  findings: readonly Finding[],
  consent: Consent,
): Promise<number> {
  const repairable = findings.filter(({ repair }) => repair !== undefined)
  let repaired = 0
  for (const code of Object.keys(findingKinds) as FindingCode[]) {
    if (consent.only && !consent.only.has(code)) continue
    const ofKind = repairable.filter((finding) => finding.code === code)
    if (ofKind.length === 0) continue
    for (const finding of await agreedTo(ofKind, code, consent)) {
      if (await repair(finding, consent)) repaired += 1
    }
  }
  return repaired
}

async function agreedTo(
  findings: readonly Finding[],
  code: FindingCode,
  { only, yes, ask, print }: Consent,
): Promise<readonly Finding[]> {
  const { asks, help } = findingKinds[code]
  if (asks === 'never') return []
  const what = findings.length === 1 ? toShort(findings) : `${findings.length} of ${code}`
  if (asks === 'once') {
    return yes || (await ask(`${what}: ${help}. Do it?`)) ? findings : []
  }
  if (!yes) return filterOneByOne(findings, (one) => ask(`${toShort([one])}: ${help}. Do it?`))
  if (only) return findings
  print(
    `left      ${code} (${findings.length}): ${help}; with --yes it has to be named: --only ${code}`,
  )
  return []
}

async function filterOneByOne(
  findings: readonly Finding[],
  wanted: (finding: Finding) => Promise<boolean>,
): Promise<readonly Finding[]> {
  const agreed: Finding[] = []
  for (const finding of findings) if (await wanted(finding)) agreed.push(finding)
  return agreed
}

async function repair(finding: Finding, { print }: Consent): Promise<boolean> {
  const name = toShort([finding])
  try {
    await finding.repair?.()
    print(`repaired  ${name}`)
    return true
  } catch (error) {
    // A failed repair does not stop the others.
    if (!Error.isError(error)) throw error
    const { message } =
      error instanceof PortError && Error.isError(error.cause) ? error.cause : error
    print(`failed    ${name}: ${message}`)
    return false
  }
}

function toShort([finding]: readonly Finding[]): string {
  if (!finding) return ''
  return toLine({ ...finding, text: '' })
    .replace(/ +/g, ' ')
    .replace(/: $/, '')
}
