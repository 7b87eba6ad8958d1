import {
  type RealProvider,
  startEntraLike,
  startGoogleLike,
  visitByFetch,
} from '@gatehouse/oidc/testing'
import { eventually, freePort } from '@gatehouse/test-services'
import { type ReceivedMail, tokensIn } from '../../testing/mail-server.ts'
import { confirm, type Person, signUp } from '../../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'

/** A running gateway with two providers: A with the ways of Entra, B with those of Google. */
export interface OidcEnvironment extends TestEnvironment {
  /** The gateway's address, for browsers and programs alike. */
  readonly base: string
  readonly a: RealProvider
  readonly b: RealProvider
  /** Signs a person up and confirms their address with the mail. */
  signUpVerified(fields?: Partial<Person>): Promise<Person>
  /** Sends a browser on its way. @returns The address at the provider. */
  start(jar: CookieJar, provider?: ProviderName): Promise<string>
  /** All the way: a person signs in at the provider, and comes back. */
  arrive(who: Arrival): Promise<Response>
}

export type ProviderName = 'provider_a' | 'provider_b'

/** Who signs in where. */
export interface Arrival {
  readonly login: string
  readonly provider?: ProviderName
  readonly jar?: CookieJar
}

/** Sets one up. @param env More settings of the gateway. */
export async function openOidcEnvironment(
  env: Readonly<Record<string, string>> = {},
): Promise<OidcEnvironment> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const clientOf = (name: ProviderName) => ({
    clientId: `gateway-${name}`,
    clientSecret: `a secret of ${name}, long enough`,
    redirectUri: `${base}/api/auth/oidc/${name}/callback`,
  })
  const a = await startEntraLike(clientOf('provider_a'))
  const b = await startGoogleLike(clientOf('provider_b'))
  const environment = await openTestEnvironment({
    PORT: String(port),
    PUBLIC_BASE_URL: base,
    OIDC_ALLOW_HTTP: 'true',
    PROVIDER_A_ISSUER: a.issuer,
    PROVIDER_A_CLIENT_ID: 'gateway-provider_a',
    PROVIDER_A_CLIENT_SECRET: clientOf('provider_a').clientSecret,
    PROVIDER_B_ISSUER: b.issuer,
    PROVIDER_B_CLIENT_ID: 'gateway-provider_b',
    PROVIDER_B_CLIENT_SECRET: clientOf('provider_b').clientSecret,
    ...env,
  })

  const start: OidcEnvironment['start'] = async (jar, provider = 'provider_b') => {
    const response = await jar.get(`${base}/api/auth/oidc/${provider}`)
    return response.headers.get('location') ?? ''
  }

  return {
    ...environment,
    base,
    a,
    b,
    start,
    async signUpVerified(fields) {
      const someone = await signUp(environment.api, fields)
      const isTheirs = (mail: ReceivedMail) =>
        mail.to.includes(someone.email) && mail.text.includes(`“${someone.company_name}”`)
      const mail = await eventually('the mail of a sign-up', () =>
        environment.mail.mails.find(isTheirs),
      )
      await confirm(environment.api, someone, tokensIn(mail)[0])
      return someone
    },
    async arrive({ login, provider = 'provider_b', jar = createCookieJar() }) {
      const { redirectUri: backAt } = clientOf(provider)
      const redirectTo = await start(jar, provider)
      const query = await visitByFetch(redirectTo, { backAt, form: { act: 'enter', login } })
      return jar.get(`${backAt}?${query}`)
    },
    async close() {
      await environment.close()
      await a.close()
      await b.close()
    },
  }
}

/** What a redirect hands over in the fragment, and the page it leads to. */
export function handedOver({ headers }: Response): Readonly<Record<string, string>> {
  const location = headers.get('location') ?? ''
  const [page = '', fragment = ''] = location.split('#')
  return { page, ...Object.fromEntries(new URLSearchParams(fragment)) }
}
