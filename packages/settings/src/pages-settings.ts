/** The pages there are, as the pages themselves call them. */
export type PageName =
  | 'signIn'
  | 'oneTimeCode'
  | 'workspaces'
  | 'signUp'
  | 'checkMail'
  | 'verifyEmail'
  | 'forgotPassword'
  | 'resetPassword'
  | 'dashboard'
  | 'people'
  | 'organization'
  | 'audit'
  | 'account'
  | 'invitation'
  | 'reopenOrganization'

/** The pages that people sign in with. */
export interface PagesSettings {
  /** Whether this gateway serves them. */
  readonly on: boolean
  /** Where each is: of this service, or of another site that has its own. Without a fragment. */
  readonly urls: Readonly<Record<PageName, string>>
  /** The operator's name, colour and logo. */
  readonly brand: BrandSettings
  /** How the command begins that sets up an agent. */
  readonly agentCommand: string
}

/** What the operator is called and looks like. */
export interface BrandSettings {
  /** What the service is called. */
  readonly name: string
  /** The path of an image file. */
  readonly logoFile?: string
  /** `#rrggbb` */
  readonly color?: string
}
