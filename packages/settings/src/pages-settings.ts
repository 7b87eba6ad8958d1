/** The names of the pages, as used by the pages themselves. */
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
  /** The address of each page: on this service, or on another site. Without a fragment. */
  readonly urls: Readonly<Record<PageName, string>>
  /** The operator's name, colour and logo. */
  readonly brand: BrandSettings
  /** The beginning of the command that sets up an agent; not set if there is no such command. */
  readonly agentCommand?: string
}

/** The operator's name and look. */
export interface BrandSettings {
  /** What the service is called. */
  readonly name: string
  /** The path of an image file. */
  readonly logoFile?: string
  /** `#rrggbb` */
  readonly color?: string
}
