import type { Check } from '../check.ts'
import { expectProblem, expectRefusal, expectThat } from '../expect/expect.ts'
import { NotApplicable } from '../expect/outcomes.ts'
import type { Answer } from '../target/answer.ts'
import type { World } from '../world/world.ts'

const about = { edition: '1.2.0', section: 'Signing in with a provider' } as const

/** Signing in with a provider, as far as the service itself can be seen: a provider is not asked. */
export const providerChecks: readonly Check[] = (['provider_a', 'provider_b'] as const).flatMap(
  (provider): readonly Check[] => [
    {
      ...{ ...about, id: `${provider}.start`, level: 'interface' },
      says: `The browser is sent to the authorization page of ${provider}, with the callback of this service.`,
      async run(world) {
        const page = await authorizationPage(world, provider)
        for (const name of ['client_id', 'redirect_uri', 'response_type', 'scope']) {
          const has = page.searchParams.has(name)
          expectThat(has, `\`${name}\` in the address of the provider`, 'no such parameter')
        }
        const back = page.searchParams.get('redirect_uri') ?? ''
        const isOwn = new URL(back).pathname.endsWith(`${world.prefix}/oidc/${provider}/callback`)
        expectThat(isOwn, '`redirect_uri` to be the callback', `\`${back}\``)
      },
    },
    {
      ...{ ...about, id: `${provider}.protected`, level: 'gatehouse' },
      says: 'The way to the provider is protected by `state`, `nonce` and PKCE with `S256`.',
      async run(world) {
        const { searchParams } = await authorizationPage(world, provider)
        for (const name of ['state', 'nonce', 'code_challenge']) {
          const { length } = searchParams.get(name) ?? ''
          expectThat(
            length >= 16,
            `\`${name}\` in the address of the provider`,
            'none, or a short one',
          )
        }
        const method = searchParams.get('code_challenge_method')
        expectThat(method === 'S256', '`code_challenge_method` `S256`', `\`${method}\``)
      },
    },
    {
      ...{ ...about, id: `${provider}.forged-callback`, level: 'interface' },
      says: 'A callback that the service has not begun opens nothing.',
      async run(world) {
        await authorizationPage(world, provider)
        const query = '?code=made-up&state=made-up'
        const path = `/api/auth/oidc/${provider}/callback${query}`
        const headers = { accept: 'text/html' }
        const answer = await world.client.call('GET', path, { client: 'ui', headers })
        const target = answer.headers.get('location') ?? ''
        const opens = /[#?&](?:session_)?token=/.test(target)
        expectThat(
          !opens,
          'a callback that hands out no token',
          'a token in the address of the redirect',
        )
        if (answer.status < 300 || answer.status > 399) expectRefusal(answer, 'a made-up callback')
      },
    },
    {
      ...{ ...about, id: `${provider}.refusals`, level: 'gatehouse' },
      says: 'A refused callback leads to the page for signing in with `?error=`, and is a problem for programs.',
      async run(world) {
        await authorizationPage(world, provider)
        const path = `/api/auth/oidc/${provider}/callback?code=made-up&state=made-up`
        const page = await world.client.call('GET', path, {
          client: 'ui',
          headers: { accept: 'text/html' },
        })
        const target = page.headers.get('location') ?? 'no redirect'
        expectThat(
          /[?&]error=oidc_expired\b/.test(target),
          'a redirect with `?error=oidc_expired`',
          target,
        )
        const headers = { accept: 'application/json' }
        const answer = await world.client.call('GET', path, { client: 'ui', headers })
        expectProblem(answer, 400, 'oidc_expired')
      },
    },
  ],
)

type Provider = 'provider_a' | 'provider_b'

/** The address that the start of a sign-in leads to. */
function authorizationPage(world: World, provider: Provider): Promise<URL> {
  return world.once(`the way to ${provider}`, async () => {
    const path = `/api/auth/oidc/${provider}`
    const answer = await world.client.call('GET', path, {
      client: 'ui',
      headers: { accept: 'text/html' },
    })
    if (answer.status === 404) throw new NotApplicable(`${provider} is not set up`, provider)
    return locationOf(answer)
  })
}

function locationOf(answer: Answer): URL {
  const target = answer.headers.get('location') ?? ''
  const isRedirect = answer.status >= 300 && answer.status < 400 && URL.canParse(target)
  expectThat(isRedirect, `${answer.request} to redirect to the provider`, `${answer.status}`)
  return new URL(target)
}
