import type { Act } from './act.ts'
import type { Ruling, Seen } from './expectation.ts'
import { personOfLink } from './rules/account.ts'
import { ruleOf } from './rules/rule-of.ts'
import { actorOf } from './rules/tokens.ts'
import { signOut, type World } from './world.ts'

/** What can be true after a request, and what speaks against the rest. */
export interface CheckResult {
  readonly worlds: readonly World[]
  readonly complaints: readonly string[]
}

/** How much the outcome of a request may depend on what the model does not know. */
export interface Leniency {
  /** Limits are low: `rate_limited` is never wrong. */
  readonly limits: boolean
  /** Something else went on, or failed: any refusal that changes nothing is right. */
  readonly disturbed: boolean
}

type Asked = Omit<Ruling, 'world'>

interface OutcomeToCheck {
  readonly act: Act
  readonly seen: Seen
  readonly asked: Asked
  readonly leniency: Leniency
  /** The worlds in which the request began, if another one was faster. */
  readonly since?: readonly World[]
}

/** All worlds in which a request can have this outcome, each as it is afterwards. */
export function check(
  before: readonly World[],
  { act, seen, asked, leniency, since = before }: OutcomeToCheck,
): CheckResult {
  const results = before.map((world) =>
    seen.kind === 'died' || seen.kind === 'failed'
      ? checkLost(world, { act, made: seen.made, asked, since })
      : checkSeen(world, { act, seen, asked, leniency }),
  )
  return {
    worlds: results.flatMap(({ worlds }) => worlds),
    complaints: results.flatMap(({ complaints }) => complaints),
  }
}

function checkSeen(before: World, { act, seen, asked, leniency }: OutcomeToCheck): CheckResult {
  const world = structuredClone(before)
  const expectation = ruleOf({ ...asked, world }, act)
  const said = seen.kind === 'refused' ? `refused ${seen.refusal}` : seen.kind
  const untouched =
    (leniency.limits && seen.refusal === 'rate_limited') ||
    (leniency.disturbed && seen.kind === 'refused')
      ? [before]
      : []
  const expected =
    'refuses' in expectation
      ? expectation.refuses.map((one) => `refused ${one}`)
      : expectation.allows
  if (!expected.includes(said)) {
    const complaint = `${act.kind}: ${said}, not ${expected.join(' or ')}`
    return { worlds: untouched, complaints: [complaint] }
  }
  if ('refuses' in expectation) return { worlds: [world], complaints: [] }
  try {
    expectation.apply(seen, seen.made)
    return { worlds: [world, ...untouched], complaints: [] }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { worlds: untouched, complaints: [`${act.kind}: ${error.message}`] }
  }
}

interface Lost {
  readonly act: Act
  readonly made: string
  readonly asked: Asked
  readonly since: readonly World[]
}

/** Without an answer, a request may have done nothing, all, or what a death leaves. */
function checkLost(before: World, { act, made, asked, since }: Lost): CheckResult {
  const worlds = [before]
  const copy = structuredClone(before)
  const expectation = ruleOf({ ...asked, world: copy }, act)
  const isMade = made !== '' || (act.kind !== 'signUp' && act.kind !== 'acceptInvitation')
  if ('apply' in expectation && isMade) {
    expectation.apply(null, made)
    worlds.push(copy)
  }
  for (const person of since.flatMap((world) => whosePassword({ ...asked, world }, act))) {
    const password = 'newPassword' in act ? act.newPassword : undefined
    for (const set of [undefined, password]) {
      const world = structuredClone(before)
      const now = world.people.get(person)
      if (!now) continue
      if (set !== undefined) now.password = set
      signOut(world, now)
      worlds.push(world)
    }
  }
  return { worlds, complaints: [] }
}

/** Whose password a request was to set. When it is cut off, whether it holds is open; all else is closed. */
function whosePassword(ruling: Ruling, act: Act): readonly string[] {
  if (!('newPassword' in act) || act.newPassword === undefined) return []
  if (act.kind === 'changePassword') {
    const actor = actorOf(ruling, act.token)
    return typeof actor === 'string' ? [] : [actor.person.id]
  }
  const kind = act.kind === 'resetPassword' ? 'reset' : 'verify'
  const person = personOfLink(ruling, act.link, kind)
  return person ? [person.id] : []
}
