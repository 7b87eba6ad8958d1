const ada = {
  ...{ username: 'ada', email: 'ada@example.com', password: 'lovelace-1843' },
  ...{ first_name: 'Ada', last_name: 'Lovelace' },
  ...{ organization_name: 'engines', company_name: 'Engines Ltd' },
}
const { email, password } = ada

/** What a person meets in an example that works, from the sign-up to what is theirs. */
export const goodWalk: readonly string[] = [
  'orders without a token: 401',
  'a sign-up: 201',
  'a login with a wrong password: 401 invalid_credentials',
  'a login without a field: 400 validation_failed',
  'a login that is no JSON: 400 malformed_json',
  'a login: 200',
  'orders with the token: 200 {"of":"ada"}',
  'an unknown route: 404',
]

/** Walks through a service of `docs/examples`. @returns What happened, a line for each step. */
export async function walkThrough(url: string): Promise<readonly string[]> {
  const logIn = (body: string) => post(`${url}/identity/login`, body)
  const lines = [
    `orders without a token: ${(await fetch(`${url}/orders`)).status}`,
    `a sign-up: ${(await post(`${url}/identity/signup`, JSON.stringify(ada))).status}`,
  ]
  for (const [what, body] of [
    ['with a wrong password', JSON.stringify({ email, password: 'wrong password' })],
    ['without a field', JSON.stringify({ email })],
    ['that is no JSON', '{'],
  ] as const) {
    const response = await logIn(body)
    lines.push(`a login ${what}: ${response.status} ${await codeOf(response)}`)
  }
  const login = await logIn(JSON.stringify({ email, password }))
  const { token } = (await login.json()) as { readonly token: string }
  const orders = await fetch(`${url}/orders`, { headers: { authorization: `Bearer ${token}` } })
  return [
    ...lines,
    `a login: ${login.status}`,
    `orders with the token: ${orders.status} ${await orders.text()}`,
    `an unknown route: ${(await fetch(`${url}/elsewhere`)).status}`,
  ]
}

function post(url: string, body: string): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

async function codeOf(response: Response): Promise<string> {
  const { code } = (await response.json()) as { readonly code: string }
  return code
}
