import { overlap } from './overlap.ts'
import { checkEach, type Rule } from './rule.ts'

/** What a gateway says of a provider, or of what it needs itself, while it waits for it. */
const providerCodes = ['upstream_unavailable', 'upstream_timeout']

/** A return from a provider fails only while something is wrong, and nothing else fails with the provider. */
export const providerFaultsStayThere: Rule = ({ attempts, faults }) =>
  checkEach(
    attempts.filter(({ what }) => what.includes('/oidc/')),
    (attempt) =>
      providerCodes.includes(attempt.code ?? '') &&
      !faults.some((fault) => overlap(attempt, fault)) &&
      `${attempt.what} was answered ${attempt.code} during no fault`,
  )
