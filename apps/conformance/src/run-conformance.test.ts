import { afterEach, describe, expect, it } from '@jest/globals'
import {
  type OtherAccount,
  type OtherService,
  type OtherServiceOptions,
  startOtherService,
} from '../test-support/other-service.ts'
import { runCommand } from './command/run-command.ts'
import { Hindered } from './expect/outcomes.ts'
import { type Conformance, type Result, runConformance } from './run-conformance.ts'

const running: OtherService[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()))
})

describe('another implementation of the interface', () => {
  it('passes all that is said by the interface and applies to it', async () => {
    const { url } = await start()
    const { edition, results } = await runConformance({ url, level: 'interface' })
    expect(edition).toBe('1.1.0')
    expect(
      results.filter(({ outcome }) => outcome === 'failed' || outcome === 'not checked'),
    ).toEqual([])
    expect(named(results, 'passed')).toEqual(
      expect.arrayContaining([
        'sign-up.answer',
        'select-tenant.switch',
        'token.claims',
        'edition.absent',
      ]),
    )
    expect(whyOf(results, 'codes.challenge')).toMatch(/^codes cannot be switched on/)
    expect(whyOf(results, 'provider_a.start')).toBe(
      'it is of edition 1.2.0, and the service has 1.1.0',
    )
  })

  it('fails what Gatehouse adds to it, and is told each with what came', async () => {
    const { url } = await start()
    const { results } = await runConformance({ url, only: ['login.invalid-credentials'] })
    expect(whyOf(results, 'login.invalid-credentials')).toBe(
      'expected POST /api/auth/login to answer 401 `invalid_credentials`; came 422 with error',
    )
  })

  it('is told what could not be closed', async () => {
    const { url } = await start()
    const { left } = await runConformance({ url, only: ['sign-up.answer'] })
    expect(left).toEqual([expect.stringMatching(/^conformance-single-[a-p]+ \(closing it: 404\)$/)])
  })

  it('has to offer what is required of it', async () => {
    const { url } = await start()
    const options = { url, only: ['codes.challenge'], require: ['codes'] } as const
    const { results } = await runConformance(options)
    expect(named(results, 'failed')).toEqual(['codes.challenge'])
    expect(whyOf(results, 'codes.challenge')).toMatch(/^expected codes, by --require; came none: /)
  })
})

describe('checks that are ended early', () => {
  it('close what they made, and know nothing of the rest', async () => {
    const service = await start()
    const early = new AbortController()
    const options = { signal: early.signal, onResult: () => early.abort() }
    const { results, left } = await runConformance({ url: service.url, ...options })
    expect(results.map(({ check }) => check.id)).toEqual(['sign-up.answer'])
    expect(left).toHaveLength(1)
  })
})

describe('accounts that were there before', () => {
  const account = (name: string): OtherAccount => ({
    ...{ username: name, email: 'ada@example.com', password: 'lovelace-1843' },
    ...{ first_name: 'Ada', last_name: 'Lovelace' },
    ...{ organization_name: `Org ${name}`, company_name: name },
  })

  it('are used for what needs no sign-up, and not changed', async () => {
    const service = await start({
      accounts: [account('ada')],
      refuses: { 'POST /api/auth/signup': [403, 0] },
    })
    const accounts = { single: { email: 'ada@example.com', password: 'lovelace-1843' } }
    const only = ['login.scenario-a', 'token', 'refresh.answer', 'sign-up.administrator']
    const { url } = service
    const { results } = await runConformance({ url, accounts, only, level: 'interface' })
    expect(named(results, 'passed')).toEqual(
      expect.arrayContaining(['login.scenario-a', 'token.claims', 'refresh.answer']),
    )
    expect(whyOf(results, 'sign-up.administrator')).toBe('it would change an account of --accounts')
    expect(service.accounts).toEqual([account('ada')])
  })
})

describe('a service that cannot be checked', () => {
  it('is one without a login', async () => {
    const { url } = await start({ refuses: { 'POST /api/auth/login': [404, 0] } })
    await expect(runConformance({ url })).rejects.toThrow(Hindered)
  })

  it('is one of another edition than it has to have', async () => {
    const { url } = await start()
    await expect(runConformance({ url, edition: '1.2.0' })).rejects.toThrow('has edition 1.1.0')
  })

  it('is one that says "later" for long: nothing is known then', async () => {
    const { url } = await start({ refuses: { 'POST /api/auth/signup': [429, 3600] } })
    const { results } = await runConformance({ url, only: ['token.claims'] })
    expect(results.map(({ outcome, why }) => [outcome, why])).toEqual([
      ['not checked', 'POST /api/auth/signup was answered 429, to be repeated after 3600 seconds'],
    ])
  })
})

describe('the command', () => {
  it.each([
    [0, 'all that applies passes', {}, ['--only', 'login.scenario-a']],
    [1, 'something fails', {}, ['--only', 'login.scenario-a,login.client-type']],
    [
      2,
      'something cannot be checked',
      { 'POST /api/auth/signup': [429, 3600] },
      ['--only', 'token.claims'],
    ],
    [2, 'there is no such service', { 'POST /api/auth/login': [404, 0] }, []],
  ] as const)('ends with %i when %s', async (...[code, , refuses, more]) => {
    const { url } = await start({ refuses })
    expect((await command('--url', url, ...more)).code).toBe(code)
  })

  it('ends with 2 and says what is wrong when it is called wrongly', async () => {
    const { code, complaints } = await command('--url', 'nowhere')
    expect([code, complaints]).toEqual([2, [expect.stringMatching(/^--url must begin with http/)]])
  })

  it('prints an object for each check if it is asked for JSON', async () => {
    const { url } = await start()
    const { lines } = await command('--url', url, '--json', '--only', 'login.scenario')
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ check: 'login.scenario-a', outcome: 'passed', why: '' }),
      expect.objectContaining({ check: 'login.scenario-c', outcome: 'passed', why: '' }),
    ])
  })

  it('prints no password and no token, whatever fails', async () => {
    const service = await start()
    const { lines, complaints } = await command('--url', service.url)
    const printed = [...lines, ...complaints].join('\n')
    expect(printed).toContain('FAILED')
    for (const { password } of service.accounts) expect(printed).not.toContain(password)
    expect(printed).not.toMatch(/eyJ/)
  })
})

async function start(options?: OtherServiceOptions): Promise<OtherService> {
  const service = await startOtherService(options)
  running.push(service)
  return service
}

async function command(...parameters: readonly string[]) {
  const [lines, complaints]: [string[], string[]] = [[], []]
  const code = await runCommand(parameters, {
    environment: {},
    print: (line) => lines.push(line),
    complain: (line) => complaints.push(line),
  })
  return { code, lines, complaints }
}

function named(results: Conformance['results'], outcome: Result['outcome']): readonly string[] {
  return results.filter((each) => each.outcome === outcome).map(({ check }) => check.id)
}

function whyOf(results: Conformance['results'], id: string): string | undefined {
  return results.find(({ check }) => check.id === id)?.why
}
