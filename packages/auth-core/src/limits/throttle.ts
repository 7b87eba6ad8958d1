import type {
  Allowance,
  CounterChange,
  Limit,
  LimiterStep,
  RateLimiter,
} from '../ports/rate-limiter.ts'
import { type Refused, refused } from '../refusal.ts'
import { changeCounters, takeInOrder } from './limiter-steps.ts'

/** The longest pause between two attempts at one account from one network, in seconds. */
const longestDelaySeconds = 15 * 60

/** How long a network is known after a subject's secret was given from it. */
const knownNetwork: Limit = {
  name: 'known_network',
  points: Number.MAX_SAFE_INTEGER,
  seconds: 30 * 24 * 3600,
}

/** Counts one operation against each limit, in this order, and stops at the first that is used up. */
export async function countAgainst(
  limiter: RateLimiter,
  limits: readonly (readonly [Limit, string])[],
): Promise<Refused | null> {
  return refusalOf(await takeInOrder(limiter, limits.map(taking)))
}

/** The limits for guesses at a secret, and what the guesses are counted for. */
export interface GuessLimits {
  /** Whose secret it is: an email, a username or an account. */
  readonly subject: string
  /** `Requester.network`. */
  readonly network: string
  /** Failures in a row, by one network at one subject; pauses grow after that. */
  readonly streak: Limit
  /** At one subject, over all networks that it is not known to come from. */
  readonly perSubject: Limit
  /** Failures of one network, at all subjects; left out where they are counted already. */
  readonly perNetwork?: Limit
  /** All guesses of one network, right and wrong ones: a wider limit (T-90). */
  readonly perNetworkInAll?: Limit
  /** Seconds by which every window ends earlier than its limit says; 0 unless given. */
  readonly earlierBySeconds?: number
}

/** A guess that may be checked. It counts as a failure unless one of these methods is called. */
export interface Attempt {
  /** Whether the subject is known to come from this network. */
  readonly isKnown: boolean
  /**
   * The guess is right: failures of this network at this subject are forgotten, and the network is
   * known from then on, unless `makesKnown` is `false`.
   */
  succeeded(by?: { readonly makesKnown: boolean }): Promise<void>
  /** What {@link Attempt.succeeded} changes, for a success of several attempts that is noted at once. */
  changesOfSuccess(by: { readonly makesKnown: boolean }): readonly CounterChange[]
  /** The guess is not checked, and does not count. */
  withdrawn(): Promise<void>
}

/**
 * Counts a guess before it is checked, so that concurrent ones cannot slip past (T-09).
 *
 * Failures slow down one network at one subject first. The limit over all networks does not hold for
 * a network from which the person has got in before, so that strangers cannot lock them out (T-10).
 *
 * @returns The attempt, or a refusal `rate_limited` with the seconds to wait.
 */
export async function beginAttempt(
  limiter: RateLimiter,
  limits: GuessLimits,
): Promise<Attempt | Refused> {
  const { streak, pauseFor, pair } = pausesOf(limits)
  const counting = await count(limiter, limits)
  if ('kind' in counting) return counting
  const { counted, failures, isKnown, taken } = counting
  // In the order in which they were counted, lest two requests wait for each other's counters.
  const withdraw = () =>
    changeCounters(limiter, [...counted, [streak, pair] as const].map(refunding))
  const pause = pauseFor(taken)
  const waited = taken <= streak.points || (await limiter.take(pause, pair)).allowed
  if (!waited) {
    await withdraw()
    return refused('rate_limited', (await limiter.look(pause, pair)).retryAfter)
  }
  // A counter that is forgotten need not be given anything back.
  const changesOfSuccess: Attempt['changesOfSuccess'] = ({ makesKnown }) => [
    ...failures.map(refunding),
    { kind: 'reset', limit: streak, key: pair },
    { kind: 'reset', limit: pause, key: pair },
    ...(makesKnown ? [taking([knownNetwork, pair])] : []),
  ]
  return {
    isKnown,
    withdrawn: withdraw,
    changesOfSuccess,
    succeeded: (by = { makesKnown: true }) => changeCounters(limiter, changesOfSuccess(by)),
  }
}

/** A guess as it was counted. */
interface CountedGuess {
  readonly isKnown: boolean
  /** Failures in a row, this one too. */
  readonly taken: number
  /** Where it is counted, besides the streak. */
  readonly counted: readonly (readonly [Limit, string])[]
  /** Where of these it counts because it is a failure. */
  readonly failures: readonly (readonly [Limit, string])[]
}

async function count(limiter: RateLimiter, limits: GuessLimits): Promise<CountedGuess | Refused> {
  const { network, subject, perNetwork, perNetworkInAll, earlierBySeconds = 0 } = limits
  const { streak, pair } = pausesOf(limits)
  const perSubject = shortened(limits.perSubject, earlierBySeconds)
  const ofNetwork = perNetwork ? [[perNetwork, network] as const] : []
  const inAll = perNetworkInAll ? [[perNetworkInAll, network] as const] : []
  const known = { limit: knownNetwork, key: pair }
  const steps: readonly LimiterStep[] = [
    ...[...ofNetwork, ...inAll].map(taking),
    { ...taking([perSubject, subject]), unless: known },
    taking([streak, pair]),
  ]
  const answers = await unlessPaused(limiter, limits, steps)
  if ('kind' in answers) return answers
  // The streak refuses nothing itself: it begins pauses.
  const tooMany = refusalOf(answers.slice(0, steps.length - 1))
  if (tooMany) return tooMany
  const [ofSubject, ofStreak] = answers.slice(-2)
  const isKnown = ofSubject === null
  const ofStranger = isKnown ? [] : [[perSubject, subject] as const]
  const counted = [...ofNetwork, ...inAll, ...ofStranger]
  return { isKnown, taken: ofStreak?.taken ?? 0, counted, failures: [...ofNetwork, ...ofStranger] }
}

/**
 * Takes the steps, unless the pause after the last failure is running. It looks before it counts: most
 * requests of a flood are refused here, at the cost of two reads.
 */
async function unlessPaused(
  limiter: RateLimiter,
  limits: GuessLimits,
  steps: readonly LimiterStep[],
): Promise<readonly (Allowance | null)[] | Refused> {
  const { streak, pauseFor, pair } = pausesOf(limits)
  const oneMore = { ...streak, points: streak.points + 1 }
  const [look, ...answers] = await takeInOrder(limiter, [
    { kind: 'look', limit: oneMore, key: pair },
    ...steps,
  ])
  if (!look || look.allowed) return answers
  // By the limit that it was taken with: by a shorter one, the limiter would shorten the pause.
  const { allowed, retryAfter } = await limiter.look(pauseFor(look.taken), pair)
  return allowed ? takeInOrder(limiter, steps) : refused('rate_limited', retryAfter)
}

/** The streak of a network at a subject, and the pauses that it begins. */
function pausesOf(limits: GuessLimits) {
  const { earlierBySeconds = 0 } = limits
  const streak = shortened(limits.streak, earlierBySeconds)
  const pauseFor = (taken: number) => shortened(pauseAfter(streak, taken), earlierBySeconds)
  return { streak, pauseFor, pair: pairOf(limits) }
}

function taking([limit, key]: readonly [Limit, string]) {
  return { kind: 'take', limit, key } as const
}

function refunding([limit, key]: readonly [Limit, string]) {
  return { kind: 'refund', limit, key } as const
}

/** The refusal among answers, if there is one. */
function refusalOf(answers: readonly (Allowance | null)[]): Refused | null {
  const refusal = answers.find((answer) => answer?.allowed === false)
  return refusal ? refused('rate_limited', refusal.retryAfter) : null
}

/** Whether a subject's secret was given from this network within 30 days. */
export async function isKnownNetwork(
  limiter: RateLimiter,
  pair: Pick<GuessLimits, 'network' | 'subject'>,
): Promise<boolean> {
  return (await limiter.look(knownNetwork, pairOf(pair))).taken > 0
}

function pairOf({ network, subject }: Pick<GuessLimits, 'network' | 'subject'>): string {
  return `${network} ${subject}`
}

function shortened(limit: Limit, bySeconds: number): Limit {
  return { ...limit, seconds: Math.max(1, limit.seconds - bySeconds) }
}

/** Checks a guess. When `check` throws, the guess does not count. */
export async function unlessBroken<Result>(
  attempt: Pick<Attempt, 'withdrawn'>,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    await attempt.withdrawn()
    throw error
  }
}

/** The name of the counter for pauses, from the name of its streak. */
export function pauseName(streak: string): string {
  return `${streak}_pause`
}

/** A limit of one attempt in a pause. The pause doubles with every failure beyond the streak. */
function pauseAfter({ name, points }: Limit, taken: number): Limit {
  const beyond = Math.max(0, taken - points)
  const seconds = Math.min(2 ** beyond, longestDelaySeconds)
  return { name: pauseName(name), points: 1, seconds }
}
