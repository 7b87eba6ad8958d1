import type { KeycloakEnvironment, Member } from './keycloak-environment.ts'

/**
 * How often each thing is done at a point, on the environment that grows. On the other it is less.
 */
export interface RealmAmounts {
  readonly signUps: number
  readonly logins: number
}

/** What was done, on the environment that grows and, in turns with it, on the one that does not. */
export interface Samples {
  readonly grown: readonly number[]
  readonly small: readonly number[]
}

/** Milliseconds of everything that was done at one point. */
export interface Measurement {
  /** Before the sign-ups, which make more. */
  readonly realms: number
  readonly signUp: Samples
  /** Of members of all realms, evenly spread. */
  readonly logIn: Samples
  /** Of the same members at each point: those of the realms that the small environment has too. */
  readonly logInFirst: Samples
}

/** The environments to compare: the same number of realms before and now. */
export interface Environments {
  readonly grown: KeycloakEnvironment
  /** The small environment, which keeps its number of realms. */
  readonly small: KeycloakEnvironment
}

/**
 * Measures both, a request to one after a request to the other, so that whatever else the machine
 * does meanwhile slows down both.
 */
export async function measure(
  environments: Environments,
  amounts: RealmAmounts,
): Promise<Measurement> {
  const { grown, small } = environments
  const realms = grown.members.length
  const size = small.members.length
  const spread = spreadOver(grown.members, amounts.logins)
  const first = spreadOver(grown.members.slice(0, size), amounts.logins)
  const fixed = spreadOver(small.members, amounts.logins / 2)

  const asking = (environment: KeycloakEnvironment) => (member: Member) => () =>
    environment.logIn(member)
  const logIn = await inTurns(spread.map(asking(grown)), fixed.map(asking(small)))
  const logInFirst = await inTurns(first.map(asking(grown)), fixed.map(asking(small)))
  const signUp = await inTurns(
    Array.from({ length: amounts.signUps }, () => () => grown.signUp()),
    Array.from({ length: amounts.signUps / 3 }, () => () => small.signUp()),
  )
  await small.keepFirst(size)
  return { realms, signUp, logIn, logInFirst }
}

/** A number of members, evenly spread, each as often as the others. */
export function spreadOver(members: readonly Member[], count: number): readonly Member[] {
  return Array.from({ length: count }, (_, index) => {
    const place =
      count < members.length ? Math.floor((index * members.length) / count) : index % members.length
    return members[place]
  }).filter((member) => member !== undefined)
}

/** Runs all tasks of both, with the smaller number spread evenly among the others. */
async function inTurns(
  grown: readonly (() => Promise<number>)[],
  small: readonly (() => Promise<number>)[],
): Promise<Samples> {
  const samples = { grown: [] as number[], small: [] as number[] }
  const left = [...small]
  for (const [index, ask] of grown.entries()) {
    samples.grown.push(await ask())
    const due = Math.ceil(small.length * (1 - (index + 1) / grown.length))
    while (left.length > due) samples.small.push((await left.shift()?.()) ?? Number.NaN)
  }
  return samples
}
