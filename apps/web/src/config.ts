/** The pages there are. Each has an address, which may be another site's. */
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

/** What the gateway tells its pages: its `PageConfig`. Nothing in it is secret. */
export interface Config {
  /** What the service is called, and the address of its logo. */
  readonly brand: { readonly name: string; readonly logo: string }
  /** The address of each page. */
  readonly pages: Readonly<Record<PageName, string>>
  /** External providers to sign in with. */
  readonly providers: readonly Provider[]
  /** The pages of a person who is signed in, as far as this service has what they need. */
  readonly places: readonly PageName[]
  /** Whether this edition of the service can reset passwords. */
  readonly resetsPasswords: boolean
  /** Whether people may make organizations by themselves. */
  readonly signsUp: boolean
  /** After this many seconds a person has to sign in again. */
  readonly maxSessionSeconds: number
  /** Client types that give no one-time code where the organization does not say. */
  readonly otpExemptClients: readonly string[]
  /** What an agent on a machine is set up with. */
  readonly agent: { readonly command: string; readonly host: string }
}

/** An external provider, and where a login with it begins. */
export interface Provider {
  /** What people call it, on the button. */
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

/** What the gateway told this page. */
export const config: Config = readConfig()
