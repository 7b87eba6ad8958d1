import { openTestEnvironment } from '@gatehouse/gateway/testing'
import { type FakeProvider, startFakeProvider } from '@gatehouse/oidc/testing'
import { startSharedTerminalBackend } from '@gatehouse/proxy/testing'
import { startMailbox } from './start-mailbox.ts'

/** A gateway to be checked, as it is shipped, with everything around it. */
export interface Subject {
  readonly url: string
  readonly mailboxUrl: string
  close(): Promise<void>
}

/** What the subject signs its tokens with. */
export const jwtSecret = 'a secret that the checks share with the gateway'

const client = { clientId: 'gateway', clientSecret: 'a secret of 32 or more characters' }

/** Opens one with two providers and a backend that opens terminals. @param env More settings. */
export async function openSubject(env: Readonly<Record<string, string>> = {}): Promise<Subject> {
  const mailbox = await startMailbox()
  const backend = await startSharedTerminalBackend()
  const providers = [await startFakeProvider(client), await startFakeProvider(client)] as const
  const environment = await openTestEnvironment({
    SMTP_URL: mailbox.smtpUrl,
    MACHINE_BACKEND_URL: backend.url,
    JWT_SECRET: jwtSecret,
    OIDC_ALLOW_HTTP: 'true',
    ...settingsOf('PROVIDER_A', providers[0]),
    ...settingsOf('PROVIDER_B', providers[1]),
    ...env,
  })
  return {
    url: environment.gateway().url,
    mailboxUrl: mailbox.url,
    async close() {
      await environment.close()
      for (const each of [...providers, backend, mailbox]) await each.close()
    },
  }
}

function settingsOf(name: string, { issuer }: FakeProvider) {
  return {
    [`${name}_ISSUER`]: issuer,
    [`${name}_CLIENT_ID`]: client.clientId,
    [`${name}_CLIENT_SECRET`]: client.clientSecret,
  }
}
