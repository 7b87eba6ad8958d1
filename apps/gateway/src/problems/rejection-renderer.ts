import { renderProblem, writeProblem } from '@gatehouse/http-api'
import type { RejectionRenderer } from '@gatehouse/proxy'

/**
 * Renders rejections of the proxy like other problems: each of its codes is one of them.
 *
 * @param base The origin of the page that explains errors, as in `problemBody`.
 */
export function createRejectionRenderer(base: string): RejectionRenderer {
  return {
    respond(response, rejection, requestId) {
      writeProblem(response, { ...rejection, requestId }, base)
    },
    answer: (rejection, requestId) => renderProblem({ ...rejection, requestId }, base),
  }
}
