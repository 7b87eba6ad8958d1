import type { Check } from './check.ts'
import { checks as allChecks } from './checks/checks.ts'
import { Deviation, Hindered, NotApplicable } from './expect/outcomes.ts'
import { type ClientType, createClient, standardPrefix } from './target/client.ts'
import { discover } from './target/discover.ts'
import { createMailbox } from './target/mailbox.ts'
import { type Edition, editions, type Feature } from './terms.ts'
import { leave } from './world/leave.ts'
import { drawNaming, drawPeople, type SeededAccounts } from './world/people.ts'
import { createWorld, type World } from './world/world.ts'

/** What is checked, and with what. */
export interface ConformanceOptions {
  /** The base address of the service: what stands before the prefix. */
  readonly url: string
  /** Where a host has mounted the auth routes; `/api/auth` unless told. */
  readonly prefix?: string
  /** Where the mails can be read, as MailDev answers them: `http://localhost:1080/api/email`. */
  readonly mailbox?: string
  /** Accounts that are there already. They are logged in to, and not changed. */
  readonly accounts?: SeededAccounts
  /** The secret that access tokens are signed with. With it the checks make tokens that have expired. */
  readonly jwtSecret?: string
  /** The edition that the service has to have; the one that it has unless told. */
  readonly edition?: Edition
  /** With `interface` what Gatehouse adds to the interface is left out. Everything unless told. */
  readonly level?: 'interface'
  /** Runs the checks alone whose id begins with one of these, and what they need. */
  readonly only?: readonly string[]
  /** What the service has to offer: a check that does not apply for want of it has failed. */
  readonly require?: readonly Feature[]
  /** Behind the `@` of every address; `example.com` unless told, where no mail ever arrives. */
  readonly mailDomain?: string
  /** The machine agent whose terminal is opened; `demo` unless told. */
  readonly agent?: string
  /** The `User-Agent` of client types, where they are not those of Gatehouse. */
  readonly agents?: Readonly<Partial<Record<ClientType, string>>>
  /** Patience for one answer, and for one mail, in seconds; 30 unless told. */
  readonly timeoutSeconds?: number
  /** Ends the checks before the next one; what was made is closed all the same. */
  readonly signal?: AbortSignal
  /** Hears of each result as it comes. */
  readonly onResult?: (result: Result) => void
}

/** What came of one check. */
export interface Result {
  /** The check. */
  readonly check: Check
  /**
   * `passed`; `failed`: the service does something else; `not applicable`: it has no such thing, or an option is missing;
   * `not checked`: something before it did not work.
   */
  readonly outcome: 'passed' | 'failed' | 'not applicable' | 'not checked'
  /** Why it did not pass, in a sentence without secrets; empty if it did. */
  readonly why: string
}

/** What came of all checks. */
export interface Conformance {
  /** The edition that the service has. */
  readonly edition: Edition
  /** A result for each check that was run, in that order. */
  readonly results: readonly Result[]
  /** Organizations that the checks made and could not close, each with the reason. */
  readonly left: readonly string[]
}

const agents = {
  ui: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0',
  cli: 'gatehouse-cli/1.0',
  vscode: 'gatehouse-vscode/1.0',
}

/**
 * Checks a running service from outside, one check after the other. It signs people up, in organizations of their own, and
 * closes these at the end.
 *
 * @throws {Hindered} When there is no such service at the address, or it does not answer.
 */
export async function runConformance(options: ConformanceOptions): Promise<Conformance> {
  const { level, only, require = [], signal, onResult } = options
  const { world, routes } = await openWorld(options)
  const isWanted = (check: Check) =>
    (level === undefined || check.level === level) &&
    (only === undefined || only.some((each) => check.id.startsWith(each)))
  const results: Result[] = []
  for (const check of allChecks.filter(isWanted)) {
    if (signal?.aborted) break
    const result = { check, ...(await outcomeOf(check, { world, routes, require })) }
    results.push(result)
    onResult?.(result)
  }
  return { edition: world.edition, results, left: await leave(world) }
}

async function openWorld(options: ConformanceOptions) {
  const {
    timeoutSeconds = 30,
    prefix = standardPrefix,
    mailbox,
    mailDomain = 'example.com',
  } = options
  const reached = {
    ...{ url: withoutSlash(options.url), prefix: withoutSlash(prefix), timeoutSeconds },
    agents: { ...agents, ...options.agents },
  }
  const client = createClient(reached)
  const { edition, routes } = await discover(client)
  if (options.edition !== undefined && options.edition !== edition) {
    throw new Hindered(`the service has edition ${edition}, and not ${options.edition}`)
  }
  const naming = drawNaming(mailDomain)
  const world = createWorld({
    ...{ ...reached, edition, client, naming, people: drawPeople(naming) },
    ...{
      agent: options.agent ?? 'demo',
      secret: options.jwtSecret,
      seeded: options.accounts ?? {},
    },
    mailbox:
      mailbox === undefined
        ? undefined
        : createMailbox({ url: mailbox, patienceSeconds: timeoutSeconds }),
  })
  return { world, routes }
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')

interface Circumstances {
  readonly world: World
  /** The routes that the service says it has; `undefined` when it does not say. */
  readonly routes: ReadonlySet<string> | undefined
  readonly require: readonly Feature[]
}

async function outcomeOf(
  check: Check,
  { world, routes, require }: Circumstances,
): Promise<Pick<Result, 'outcome' | 'why'>> {
  try {
    refuseInapplicable(check, world.edition)
    refuseWhatIsNotOffered(check, routes)
    await check.run(world)
    return { outcome: 'passed', why: '' }
  } catch (error) {
    if (error instanceof Deviation) return { outcome: 'failed', why: error.message }
    if (error instanceof Hindered) return { outcome: 'not checked', why: error.message }
    if (!(error instanceof NotApplicable)) throw error
    const { feature, message } = error
    if (feature === undefined || !require.includes(feature)) {
      return { outcome: 'not applicable', why: message }
    }
    return { outcome: 'failed', why: `expected ${feature}, by --require; came none: ${message}` }
  }
}

function refuseInapplicable({ edition, until }: Check, present: Edition): void {
  const at = editions.indexOf(present)
  if (editions.indexOf(edition) > at) {
    throw new NotApplicable(`it is of edition ${edition}, and the service has ${present}`)
  }
  if (until !== undefined && editions.indexOf(until) < at) {
    throw new NotApplicable(`it is of edition ${until} alone, and the service has ${present}`)
  }
}

/** Of what is added, only that is checked which the service says it has. */
function refuseWhatIsNotOffered(
  { level, section }: Check,
  routes: ReadonlySet<string> | undefined,
): void {
  if (level === 'gateway' && routes === undefined) {
    throw new NotApplicable('there is no /openapi.json, so it is not the gateway', 'additions')
  }
  if (level === 'gatehouse' && routes && isRoute(section) && !routes.has(section)) {
    throw new NotApplicable('the OpenAPI document of the service has no such route', 'additions')
  }
}

const isRoute = (section: string) => /^[A-Z]+ \//.test(section)
