/** The real Keycloak as an identity provider, in a real browser. */

import { freePort } from '@gatehouse/test-services'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../testing/find-browser.ts'
import { type Person, signUp } from '../../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { realmTimeout, runningKeycloak } from '../support/keycloak.ts'
import { makeProviderRealm, type ProviderRealm } from '../support/keycloak-realm.ts'
import { records } from '../support/records.ts'

const executablePath = findBrowser()
const describeInBrowser = executablePath === undefined ? describe.skip : describe

let environment: TestEnvironment
let base: string
let realm: ProviderRealm
let browser: Browser
let context: BrowserContext

describeInBrowser('Keycloak as a provider', () => {
  beforeAll(async () => {
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    const client = {
      clientId: 'gateway',
      clientSecret: 'a secret of 32 or more characters',
      redirectUri: `${base}/api/auth/oidc/provider_b/callback`,
    }
    realm = await makeProviderRealm(runningKeycloak(), client)
    environment = await openTestEnvironment({
      PORT: String(port),
      PUBLIC_BASE_URL: base,
      OIDC_ALLOW_HTTP: 'true',
      PROVIDER_B_ISSUER: realm.issuer,
      PROVIDER_B_CLIENT_ID: client.clientId,
      PROVIDER_B_CLIENT_SECRET: client.clientSecret,
    })
    const args = ['--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking']
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
  }, realmTimeout)
  afterEach(() => context.close())
  afterAll(async () => {
    await browser?.close()
    await environment?.close()
    await realm?.remove()
  }, realmTimeout)

  it(
    'lets somebody in whose address it has confirmed',
    async () => {
      const someone = await signUp(environment.api)
      await addUser(someone, true)
      const page = await signIn(someone)
      await page.getByRole('heading', { level: 1, name: 'Machines', exact: true }).waitFor()
      await page.getByText(someone.company_name).first().waitFor()
      expect(records(environment, 'select issuer from external_identities')).toEqual([
        { issuer: realm.issuer },
      ])
    },
    realmTimeout,
  )

  it(
    'T-23: lets nobody in whose address it has not confirmed',
    async () => {
      const someone = await signUp(environment.api)
      await addUser(someone, false)
      const page = await signIn(someone)
      await page.getByRole('alert').getByText('No account here has the email address').waitFor()
      const [{ detail } = {}] = records(
        environment,
        "select detail from audit_log where kind = 'login' order by seq desc limit 1",
      )
      expect(JSON.parse(String(detail))).toMatchObject({
        reason: 'email_not_verified',
        issuer: realm.issuer,
      })
    },
    realmTimeout,
  )
})

function addUser({ username, email }: Person, emailVerified: boolean): Promise<void> {
  return realm.addUser({ username, email, emailVerified })
}

async function signIn({ username }: Person): Promise<Page> {
  context = await browser.newContext()
  context.setDefaultTimeout(realmTimeout / 3)
  const page = await context.newPage()
  await page.goto(`${base}/login`)
  await page.locator('a[href$="provider_b"]').click()
  await page.locator('#username').fill(username)
  await page.locator('#password').fill(username)
  await page.locator('#kc-login').click()
  return page
}
