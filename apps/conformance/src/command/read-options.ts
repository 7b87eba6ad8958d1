import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { ConformanceOptions } from '../run-conformance.ts'
import { isObject, readObject } from '../target/answer.ts'
import { editions, features } from '../terms.ts'
import type { Credentials, SeededAccounts, SeededRole } from '../world/people.ts'

/** What the command is called with. */
export interface CommandOptions {
  /** What is checked, and with what. */
  readonly conformance: ConformanceOptions
  /** Whether results are printed as JSON, an object a line. */
  readonly json: boolean
}

/** The options, what is wrong with them, or that help is wanted. */
export type OptionsReading =
  | { readonly ok: true; readonly value: CommandOptions }
  | { readonly ok: false; readonly mistake: string }
  | { readonly ok: false; readonly mistake?: undefined }

type Environment = Readonly<Record<string, string | undefined>>

/** Each option with its placeholder and its meaning; without a placeholder it is a flag. */
const optionTable = {
  url: ['ADDRESS', 'the base address of the service; needed'],
  prefix: ['PATH', 'where a host has mounted the auth routes; /api/auth unless told'],
  mailbox: ['ADDRESS', 'where mails can be read, as MailDev answers them (…/api/email)'],
  accounts: ['FILE', 'accounts that are there already, where nobody can sign up'],
  edition: ['EDITION', `the edition that it must have: ${editions.join(' or ')}`],
  'interface-only': ['', 'leaves out what Gatehouse adds to the interface'],
  require: ['LIST', `what it must offer, of ${features.join(', ')}`],
  only: ['LIST', 'the checks whose names begin so, and what they need'],
  'mail-domain': ['DOMAIN', 'for the addresses of the people; example.com unless told'],
  agent: ['ID', 'the machine agent whose terminal is opened; demo unless told'],
  'cli-agent': ['TEXT', 'the User-Agent of a command line, if not that of Gatehouse'],
  'vscode-agent': ['TEXT', 'the User-Agent of an editor, if not that of Gatehouse'],
  timeout: ['SECONDS', 'patience for one answer, and for one mail; 30 unless told'],
  json: ['', 'prints an object for each check in place of the table'],
  help: ['', 'prints this'],
} as const

/** How the command is used, a line each. */
export const usage: readonly string[] = [
  'usage: gatehouse-conformance --url ADDRESS [OPTION…]',
  '',
  'Checks from outside whether a running service keeps the interface of Gatehouse.',
  '',
  ...Object.entries(optionTable).map(
    ([name, [value, meaning]]) => `  ${`--${name} ${value}`.padEnd(22)} ${meaning}`,
  ),
  '',
  'CONFORMANCE_JWT_SECRET in the environment is the secret that tokens are signed with, where',
  'it is known: with it the checks make tokens that have expired.',
  '',
  'Exit codes: 0 all that applies has passed, 1 something has failed, 2 not all could be checked.',
]

/** Reads what follows the name of the command. */
export function readOptions(
  parameters: readonly string[],
  environment: Environment,
): OptionsReading {
  const parsed = parse(parameters)
  if (typeof parsed === 'string') return { ok: false, mistake: parsed }
  const { texts, flags } = parsed
  if (flags.has('help')) return { ok: false }
  const mistake = mistakeIn(texts)
  if (mistake !== undefined) return { ok: false, mistake }
  const accounts = readAccounts(texts.accounts)
  if (typeof accounts === 'string') return { ok: false, mistake: accounts }
  const conformance = { ...optionsOf(texts, environment), accounts }
  const level = flags.has('interface-only') ? ({ level: 'interface' } as const) : {}
  return { ok: true, value: { conformance: { ...conformance, ...level }, json: flags.has('json') } }
}

/** What is wrong with the values, in a sentence; `undefined` if nothing is. */
function mistakeIn(texts: Texts): string | undefined {
  const { url, timeout = '30', edition = editions[0], require } = texts
  if (url === undefined) return '--url is needed.'
  const notAddress = (['url', 'mailbox'] as const).find(
    (name) => !/^https?:\/\/[^/]/.test(texts[name] ?? 'http://none'),
  )
  if (notAddress) return `--${notAddress} must begin with http:// or https://.`
  if (texts.prefix !== undefined && !texts.prefix.startsWith('/'))
    return '--prefix must begin with /.'
  if (!editions.some((each) => each === edition))
    return `--edition must be ${editions.join(' or ')}.`
  const isTime = Number(timeout) > 0 && Number(timeout) <= 600
  if (!isTime) return '--timeout must be a number of seconds, at most 600.'
  const isKnown = listOf(require).every((name) => features.some((each) => each === name))
  if (!isKnown) return `--require takes ${features.join(', ')}, separated by commas.`
  return undefined
}

/** The options whose values are right. */
function optionsOf(texts: Texts, environment: Environment): ConformanceOptions {
  const secret = environment.CONFORMANCE_JWT_SECRET
  const edition = editions.find((each) => each === texts.edition)
  const required = listOf(texts.require)
  return {
    url: texts.url ?? '',
    require: features.filter((each) => required.includes(each)),
    ...given('prefix', texts.prefix),
    ...given('mailbox', texts.mailbox),
    ...given('jwtSecret', secret === '' ? undefined : secret),
    ...given('edition', edition),
    ...given('only', texts.only && listOf(texts.only)),
    ...given('mailDomain', texts['mail-domain']),
    ...given('agent', texts.agent),
    ...given('timeoutSeconds', texts.timeout && Number(texts.timeout)),
    agents: { ...given('cli', texts['cli-agent']), ...given('vscode', texts['vscode-agent']) },
  }
}

/** An object with a value, or without any where there is none. */
function given<Name extends string, Value>(
  name: Name,
  value: Value | '' | undefined,
): { readonly [key in Name]?: Value } {
  if (value === undefined || value === '') return {}
  return { [name]: value } as { readonly [key in Name]?: Value }
}

const listOf = (text = '') => text.split(',').filter((each) => each !== '')

type Texts = Readonly<Partial<Record<keyof typeof optionTable, string>>>

/** @returns The options, or what is wrong with them in a sentence. */
function parse(parameters: readonly string[]) {
  const types = Object.entries(optionTable).map(([name, [value]]) => {
    return [name, { type: value === '' ? 'boolean' : 'string' }] as const
  })
  try {
    const { values } = parseArgs({ args: [...parameters], options: Object.fromEntries(types) })
    const entries = Object.entries(values)
    const texts = entries.filter(([, value]) => typeof value === 'string')
    const flags = entries.flatMap(([name, value]) => (value === true ? [name] : []))
    return { texts: Object.fromEntries(texts) as Texts, flags: new Set(flags) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The first sentence is enough; others are hints for programmers.
    return `${error.message.split(/[.\n]/)[0]}.`
  }
}

const seededRoles: readonly SeededRole[] = ['single', 'several', 'codes']

function readAccounts(file: string | undefined): SeededAccounts | string {
  if (file === undefined) return {}
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return `--accounts: ${file} cannot be read.`
  }
  const read = readObject(text)
  const accounts = seededRoles.flatMap((role) =>
    isCredentials(read[role]) ? [[role, read[role]] as const] : [],
  )
  const isWhole = accounts.length > 0 && accounts.length === Object.keys(read).length
  if (isWhole) return Object.fromEntries(accounts)
  return `--accounts: ${file} must have one of ${seededRoles.join(', ')}, each with "email" and "password".`
}

function isCredentials(value: unknown): value is Credentials {
  if (!isObject(value)) return false
  return typeof value.email === 'string' && typeof value.password === 'string'
}
