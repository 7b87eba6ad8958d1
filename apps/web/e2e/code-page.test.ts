import { codeIn, enter, signUp, switchOtp } from '@gatehouse/gateway/testing'
import { expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { complaintsOfAxe } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { signIn, visit } from './support/pages-environment.ts'
import { rightCode } from './support/stand-in/state.ts'
import { type StandInVisit, visitStandIn } from './support/stand-in/visit-stand-in.ts'

const environment = environmentOfFile()

const permissions = ['clipboard-read', 'clipboard-write']

async function waitForCode(browser: Browser, how: StandInVisit = {}) {
  const visitor = await visitStandIn(browser, environment(), {
    ...how,
    prepare(service) {
      service.state.wantsCode = true
      how.prepare?.(service)
    },
  })
  const { state } = visitor.service
  await signIn(visitor.page, { email: state.me.email, password: state.password })
  await visitor.page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  const field = visitor.page.getByLabel('Code from the mail')
  return { ...visitor, field }
}

describeInBrowser('the page for a code', (browser) => {
  it('takes the six digits of the mail’s subject as they are typed, without another key', async () => {
    const { page, complaints } = await visit(browser(), environment())
    const ada = await signUp(environment().api)
    await switchOtp(environment().api, (await enter(environment().api, ada)).token, true)
    await signIn(page, ada)
    await page.getByLabel('Code from the mail').and(page.locator(':focus')).waitFor()
    const mail = await environment().mail.waitFor(ada.email, /code/i)
    expect(mail.subject).toBe(`Your sign-in code: ${codeIn(mail)}`)
    await page.keyboard.type(codeIn(mail))
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('says where the code went without telling all of the address', async () => {
    const { page } = await waitForCode(browser(), { viewport: { width: 360, height: 740 } })
    await page.getByText('We have sent a 6-digit code to a•••@example.com.').waitFor()
    await page.getByText('It is for the account ada in Example GmbH.').waitFor()
    expect(await page.getByText('ada@example.com').count()).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    expect(await complaintsOfAxe(page)).toEqual([])
  })

  it.each(['123 456', '123-456', ' 123456\n'])('takes %j from the clipboard', async (text) => {
    const { page, field, service } = await waitForCode(browser(), { permissions })
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await field.press('Control+v')
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    const [sent] = service.asked.filter(({ route }) => route === 'POST /verify-otp')
    expect(sent?.body).toMatchObject({ otp_code: rightCode })
  })

  it('says at the field that a code is wrong, and takes the next one in its place', async () => {
    const { page, field, service } = await waitForCode(browser())
    await page.keyboard.type('111111')
    await page.getByText('The code is wrong or has expired.').waitFor()
    await field.and(page.locator(':focus[aria-invalid=true]')).waitFor()
    const asked = () => service.asked.filter(({ route }) => route === 'POST /verify-otp').length
    expect(asked()).toBe(1)
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.keyboard.type(rightCode)
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    expect(asked()).toBe(2)
  })

  it('counts down until the code can be sent again, after a reload and after a refusal too', async () => {
    const { page, service } = await waitForCode(browser(), {
      prepare: ({ state }) => {
        state.resendAfter = 4
      },
    })
    const waiting = page.getByRole('button', { name: /^Send again in 0:0[1-4]$/ })
    await waiting.and(page.locator('[aria-disabled=true]')).waitFor()
    await page.reload()
    await waiting.waitFor()
    const again = page.getByRole('button', { name: 'Send the code again' })
    await again.click()
    await page.getByText('A mail is on its way.').waitFor()
    await waiting.waitFor()
    service.refuse('POST /resend-otp', 'rate_limited')
    await again.click()
    await page.getByText('Too many attempts.').waitFor()
    const asked = service.asked.filter(({ route }) => route === 'POST /resend-otp')
    expect(asked).toHaveLength(2)
  })
})
