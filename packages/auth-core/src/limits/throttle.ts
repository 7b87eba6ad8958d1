import type { Limit, RateLimiter } from '../ports/rate-limiter.ts'
import { type Refused, refused } from '../refusal.ts'

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
  for (const [limit, key] of limits) {
    const { allowed, retryAfter } = await limiter.take(limit, key)
    if (!allowed) return refused('rate_limited', retryAfter)
  }
  return null
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
  const { network, subject, perNetwork, perNetworkInAll, earlierBySeconds = 0 } = limits
  const streak = shortened(limits.streak, earlierBySeconds)
  const perSubject = shortened(limits.perSubject, earlierBySeconds)
  const pauseFor = (taken: number) => shortened(pauseAfter(streak, taken), earlierBySeconds)
  const pair = pairOf(limits)
  // Reads before it counts: most requests of a flood are refused here, at the cost of two reads.
  const begun = await pauseUnderWay(limiter, { streak, pauseFor }, pair)
  if (begun) return begun

  const counted: (readonly [Limit, string])[] = perNetwork ? [[perNetwork, network]] : []

  const inAll = perNetworkInAll ? [[perNetworkInAll, network] as const] : []

  const refundFailure = async () => {
    for (const [limit, key] of [...counted, [streak, pair] as const]) {
      await limiter.refund(limit, key)
    }
  }
  const withdraw = async () => {
    for (const [limit, key] of inAll) await limiter.refund(limit, key)
    await refundFailure()
  }
  const tooMany = await countAgainst(limiter, [...counted, ...inAll])
  if (tooMany) return tooMany
  const isKnown = await isKnownNetwork(limiter, limits)
  if (!isKnown) {
    const tooManyAtAll = await countAgainst(limiter, [[perSubject, subject]])
    if (tooManyAtAll) return tooManyAtAll
    counted.push([perSubject, subject])
  }
  const { taken, allowed } = await limiter.take(streak, pair)
  const pause = pauseFor(taken)
  const waited = allowed || (await limiter.take(pause, pair)).allowed
  if (!waited) {
    await withdraw()
    return refused('rate_limited', (await limiter.look(pause, pair)).retryAfter)
  }
  return {
    isKnown,
    withdrawn: withdraw,
    async succeeded({ makesKnown } = { makesKnown: true }) {
      await refundFailure()
      await limiter.reset(streak, pair)
      await limiter.reset(pause, pair)
      if (makesKnown) await limiter.take(knownNetwork, pair)
    },
  }
}

/** A refusal while the pause after the last failure is running. */
async function pauseUnderWay(
  limiter: RateLimiter,
  { streak, pauseFor }: { readonly streak: Limit; readonly pauseFor: (taken: number) => Limit },
  pair: string,
): Promise<Refused | null> {
  const { taken } = await limiter.look(streak, pair)
  if (taken <= streak.points) return null
  // By the limit that it was taken with: by a shorter one, the limiter would shorten the pause.
  const { allowed, retryAfter } = await limiter.look(pauseFor(taken), pair)
  return allowed ? null : refused('rate_limited', retryAfter)
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
