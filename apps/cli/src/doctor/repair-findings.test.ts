import { PortError } from '@gatehouse/auth-core'
import { describe, expect, it } from '@jest/globals'
import type { Finding } from './finding.ts'
import { type FindingCode, findingKinds } from './finding-kinds.ts'
import { type Consent, repairFindings } from './repair-findings.ts'

/** Findings that note when they are repaired. */
function openFindings(codes: readonly FindingCode[]) {
  const done: string[] = []
  const findings = codes.map((code, index): Finding => {
    const about = `user-${index}`
    const repair = async () => void done.push(`${code} ${about}`)
    return { code, where: 'acme', about, text: 'is wrong', repair }
  })
  return { done, findings }
}

function consent(changes: Partial<Consent> = {}) {
  const questions: string[] = []
  const printed: string[] = []
  const answers: Consent = {
    only: undefined,
    yes: false,
    ask: async (question) => questions.push(question) > 0,
    print: (line) => void printed.push(line),
    ...changes,
  }
  return { answers, questions, printed }
}

describe('repairing findings', () => {
  it('asks once for all of a kind that can do no harm', async () => {
    const { done, findings } = openFindings(['user_role', 'user_enabled', 'user_role'])
    const { answers, questions } = consent()
    expect(await repairFindings(findings, answers)).toBe(3)
    expect(questions).toEqual([
      `user_enabled acme user-1: ${findingKinds.user_enabled.help}. Do it?`,
      `2 of user_role: ${findingKinds.user_role.help}. Do it?`,
    ])
    expect(done).toEqual(['user_enabled user-1', 'user_role user-0', 'user_role user-2'])
  })

  it('asks about each that lets somebody in', async () => {
    const { done, findings } = openFindings(['user_disabled', 'user_disabled'])
    const { answers, questions } = consent({ ask: async (question) => /user-1/.test(question) })
    expect(await repairFindings(findings, answers)).toBe(1)
    expect(done).toEqual(['user_disabled user-1'])
    expect(questions).toEqual([])
  })

  it('does nothing on no', async () => {
    const { done, findings } = openFindings(['user_role', 'realm_missing', 'realm_orphan'])
    const { answers } = consent({ ask: async () => false })
    expect(await repairFindings(findings, answers)).toBe(0)
    expect(done).toEqual([])
  })

  it('asks nothing with --yes, and leaves what lets somebody in', async () => {
    const { done, findings } = openFindings(['user_role', 'user_disabled'])
    const { answers, questions, printed } = consent({ yes: true })
    expect(await repairFindings(findings, answers)).toBe(1)
    expect([done, questions]).toEqual([['user_role user-0'], []])
    expect(printed.join('\n')).toContain('--only user_disabled')
  })

  it('does that too where it is named, and nothing else', async () => {
    const { done, findings } = openFindings(['user_role', 'user_disabled'])
    const { answers } = consent({ yes: true, only: new Set(['user_disabled']) })
    expect(await repairFindings(findings, answers)).toBe(1)
    expect(done).toEqual(['user_disabled user-1'])
  })

  it('goes on after one that fails, and says why', async () => {
    const { done, findings } = openFindings(['user_role', 'user_role'])
    const reason = new PortError('credential_store', 'rejected', new Error('Keycloak answered 400'))
    const failing = { ...findings[0], repair: () => Promise.reject(reason) } as Finding
    const { answers, printed } = consent({ yes: true })
    expect(await repairFindings([failing, ...findings.slice(1)], answers)).toBe(1)
    expect(done).toEqual(['user_role user-1'])
    expect(printed).toContain('failed    user_role acme user-0: Keycloak answered 400')
  })

  it('never touches what a person decides', async () => {
    const { done, findings } = openFindings(['user_unknown'])
    const { answers, questions } = consent()
    expect(await repairFindings(findings, answers)).toBe(0)
    expect([done, questions]).toEqual([[], []])
  })
})
