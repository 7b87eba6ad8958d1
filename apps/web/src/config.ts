/** The names of all pages. Each has an address, which may be on another site. */
export const pageNames = [
  'signIn',
  'oneTimeCode',
  'workspaces',
  'signUp',
  'checkMail',
  'verifyEmail',
  'forgotPassword',
  'resetPassword',
  'dashboard',
  'people',
  'organization',
  'audit',
  'account',
  'invitation',
  'reopenOrganization',
] as const
/** The name of one of these pages. */
export type PageName = (typeof pageNames)[number]

/** The configuration from the gateway: its `PageConfig`. Nothing in it is secret. */
export interface Config {
  /** The name of the service, and the address of its logo. */
  readonly brand: { readonly name: string; readonly logo: string }
  /** The address of each page. */
  readonly pages: Readonly<Record<PageName, string>>
  /** External providers to sign in with. */
  readonly providers: readonly Provider[]
  /** The pages for signed-in people that this service has the routes for. */
  readonly places: readonly PageName[]
  /** Whether this edition of the service can reset passwords. */
  readonly resetsPasswords: boolean
  /** Whether people may create organizations by signing up. */
  readonly signsUp: boolean
  /** Seconds after which a person has to sign in again. */
  readonly maxSessionSeconds: number
  /** Client types that are exempt from the one-time code unless the organization says otherwise. */
  readonly otpExemptClients: readonly string[]
  /** The origins whose pages may open terminals; the first one is where people reach the service. */
  readonly origins: readonly string[]
  /** The values for setting up an agent on a machine; not every operator has a command for it. */
  readonly agent: { readonly command?: string; readonly host: string }
}

/** An external provider, and the address that starts a login with it. */
export interface Provider {
  /** The name on the button. */
  readonly name: string
  /** The address that begins the login. */
  readonly url: string
}

/** @throws {Error} When this is not a page of the gateway. */
function readConfig(): Config {
  const element = document.querySelector<HTMLMetaElement>('meta[name=gatehouse]')
  if (!element) throw new Error('the page has no configuration')
  return JSON.parse(element.content) as Config
}

/** The configuration of this page. */
export const config: Config = readConfig()
