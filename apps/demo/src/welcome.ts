import { join } from 'node:path'
import type { DemoSettings } from './demo-settings.ts'

/** The welcome text, shown once everything runs. */
export function welcome(settings: DemoSettings): string {
  const gateway = `http://localhost:${settings.gatewayPort}`
  const mailbox = `http://localhost:${settings.mailboxPort}`
  const backend = `http://localhost:${settings.backendPort}  (ask it through the gateway)`
  return `
Gatehouse is running. Ctrl-C stops it.

  Sign in          ${gateway}
  API page         ${gateway}/docs
  Mailbox          ${settings.startsMailbox ? mailbox : 'not started: SMTP_URL names another'}
  Machine backend  ${settings.startsBackend ? backend : 'not started: MACHINE_BACKEND_URL names another'}
  Gateway log      ${settings.logToTerminal ? 'below' : join(settings.dataDir, 'gateway.log')}
  Data             ${settings.dataDir}  (kept: the next npm start goes on with it)

The terminal of the machine "demo" is a real shell on this computer, with your rights.
Whoever can reach the gateway can sign up and open it: keep it on this computer.

Try it in another window:

  1. Sign up

     curl -s ${gateway}/api/auth/signup -H 'Content-Type: application/json' -d '{
       "username": "ada", "email": "ada@example.com", "password": "lovelace-1843",
       "first_name": "Ada", "last_name": "Lovelace",
       "organization_name": "engines", "company_name": "Analytical Engines"}'

  2. Open the mailbox${
    settings.startsMailbox
      ? `: ${mailbox} in a browser, or

     curl -s ${mailbox}/api/email`
      : ' that SMTP_URL leads to'
  }

  3. Log in

     curl -s ${gateway}/api/auth/login -H 'Content-Type: application/json' -d '{
       "email": "ada@example.com", "password": "lovelace-1843"}'

`
}
