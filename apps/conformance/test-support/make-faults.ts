import type { Body, Fault, PassingAnswer, PassingRequest } from './fault-proxy.ts'

/** The path of a route. */
export const auth = (name: string) => `/api/auth/${name}`

/** Changes the answers of one route that hold JSON. */
export function changing(
  route: string,
  change: (answer: PassingAnswer, request: PassingRequest) => unknown,
): Fault {
  return {
    onAnswer(request, answer) {
      if (request.path === auth(route) && answer.body) change(answer, request)
    },
  }
}

/** Answers a request that once succeeded with the same success ever after. */
export function repeating(route: string): Fault {
  const successes = new Map<string, Body>()
  return changing(route, (answer, { body }) => {
    const key = JSON.stringify(body)
    if (answer.status === 200) successes.set(key, answer.body)
    else if (successes.has(key)) replace(answer, 200, successes.get(key))
  })
}

/** Takes what one route refuses with a code. */
export function accepting(route: string, code: string, status = 200): Fault {
  return changing(route, (answer, { body }) =>
    accept(answer, code, { token: body.token ?? 'token', expires_in: 86_400 }, status),
  )
}

/** Answers with success what was refused with a code. */
export function accept(
  answer: PassingAnswer,
  code: string,
  ...[body, status = 200]: Accepted
): void {
  if (answer.body?.code === code) replace(answer, status, body)
}

type Accepted = readonly [body: Body, status?: number]

/** Puts another answer in place of one. */
export function replace(answer: PassingAnswer, status: number, body: Body): void {
  answer.status = status
  answer.body = body
}
