import { expect, it } from '@jest/globals'
import { type Finding, toLine } from './finding.ts'
import { withoutMassRepair } from './run-checks.ts'

const gone = (where: string): Finding => ({
  code: 'realm_missing',
  where,
  about: '',
  text: 'is gone',
  repair: async () => {},
})
const other: Finding = { ...gone('acme'), code: 'user_role' }

const repairable = (findings: readonly Finding[]) =>
  findings.filter(({ repair }) => repair !== undefined).length

it('makes realms again when a few are gone', () => {
  const notes: string[] = []
  expect(repairable(withoutMassRepair([gone('a')], { organizations: 1, notes }))).toBe(1)
  const two = [gone('a'), gone('b'), other]
  expect(repairable(withoutMassRepair(two, { organizations: 4, notes }))).toBe(3)
  expect(notes).toEqual([])
})

it('makes none again when most are gone: that is another Keycloak', () => {
  const notes: string[] = []
  const findings = withoutMassRepair([gone('a'), gone('b'), other], { organizations: 3, notes })
  expect(findings).toHaveLength(3)
  expect(repairable(findings)).toBe(1)
  expect(notes).toEqual([expect.stringContaining('is KEYCLOAK_URL right')])
})

it('shows no control characters that a name may have', () => {
  const line = toLine({ ...other, about: 'a\u001b[2Jb\u202e' })
  expect(line).toBe('user_role              acme a?[2Jb?: is gone')
})
