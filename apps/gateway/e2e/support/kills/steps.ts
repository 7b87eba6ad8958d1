/** The header with the point at which the process kills itself, as JSON. */
export const killHeader = 'x-kill-at'

/**
 * A point in the work of a request: a step, from 1 on, or an effect, from 1 on. At an effect the process
 * dies when a commit is through, or when a request to Keycloak has left and is not answered.
 */
export type KillPoint = { readonly step: number } | { readonly effect: number }

/**
 * The steps that leave something else behind than the one before: those that follow a step which only
 * reads do not.
 */
export function stepsThatDiffer(steps: readonly string[]): readonly number[] {
  return steps.flatMap((step, index) =>
    isRequestSent(step) || !onlyReads(steps[index - 1]) ? [index + 1] : [],
  )
}

function onlyReads(before = 'commit'): boolean {
  return /^ ?(select|start transaction|rollback|before|sent GET) ?/i.test(before)
}

function isRequestSent(step: string): boolean {
  return /^sent (POST|PUT|DELETE) /.test(step) && !step.endsWith('/token')
}

/**
 * Whether a step makes something last: a commit, or a request to Keycloak that changes something, once
 * it was sent. To die at any other step leaves what one of these has left.
 */
export function isEffect(step: string): boolean {
  return step === 'commit' || isRequestSent(step)
}
