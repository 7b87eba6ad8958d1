import {
  enter,
  openTestEnvironment,
  runGatehouse,
  signUp,
  unlimited,
} from '@gatehouse/gateway/testing'

/** A gateway to be fuzzed. */
export interface Target {
  /** Its address. */
  readonly url: string
  /** The credentials of a `super_admin` there, for the hooks. */
  readonly operator: { readonly email: string; readonly password: string }
  /** Lines of its log about what went wrong inside, whatever was answered. */
  readonly faults: () => readonly string[]
  /** Ends it, with everything around it. */
  readonly close: () => Promise<void>
}

/** Opens one without limits, whose clients would otherwise soon be told to wait. */
export async function openTarget(): Promise<Target> {
  const environment = await openTestEnvironment({
    ...unlimited,
    PUBLIC_BASE_URL: 'http://localhost',
  })
  const someone = await signUp(environment.api)
  const { user } = (await enter(environment.api, someone)) as Entered
  const email = 'operator@example.com'
  const password = 'nanoseconds of wire'
  const about = ['--username', 'operator', '--first-name', 'Grace', '--last-name', 'Hopper']
  const role = ['--organization', user.tenant_id, '--role', 'super_admin', '--confirmed']
  const { code, errors } = await runGatehouse(
    ['account', 'create', ...about, ...role, '--email', email, '--password-stdin'],
    environment.settings,
    `${password}\n`,
  )
  if (code !== 0) throw new Error(`no super_admin: ${errors}`)
  return {
    url: environment.gateway().url,
    operator: { email, password },
    faults: () =>
      environment.gateway().output.filter((line) => /"level":(?:50|60)|"error"/.test(line)),
    close: () => environment.close(),
  }
}

interface Entered {
  readonly user: { readonly tenant_id: string }
}
