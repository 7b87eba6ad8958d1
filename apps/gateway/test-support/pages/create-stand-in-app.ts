import type { Auth } from '@gatehouse/auth-core'
import type { OperationName } from '@gatehouse/http-api'
import { settingsOf } from '@gatehouse/settings/testing'
import type { Express } from 'express'
import { pino } from 'pino'
import { type AppOptions, createApp } from '../../src/api/app.ts'
import { offeredPages } from '../../src/api/offered-pages.ts'
import { loadPages } from '../../src/pages/load-pages.ts'
import { readReset } from './read-verification.ts'

/** The use cases that the pages reach. */
export type PageOperations = Pick<
  Auth,
  | 'verifyEmail'
  | 'readVerification'
  | 'readReset'
  | 'forgotPassword'
  | 'resetPassword'
  | 'listTenants'
  | 'selectTenant'
  | 'verifyOtp'
  | 'resendOtp'
  | 'logOut'
>

/** What the app is set up with. */
interface StandInOptions
  extends Partial<Pick<AppOptions, 'changePasswordUrl' | 'securityContact'>> {
  readonly hasPages?: boolean
}

/** The gateway's own Express app as it ships, with stand-ins for the use cases behind it. */
export function createStandInApp(
  operations: Partial<PageOperations> = {},
  { hasPages = true, ...wellKnown }: StandInOptions = {},
): Express {
  return createApp({
    auth: { ...unused, ...operations },
    edition: '1.2.0',
    answersBackends: false,
    maxBodyBytes: 65_536,
    factsOf: () => ({
      address: '127.0.0.1',
      from: {
        client: 'ui',
        network: '127.0.0.1',
        userAgent: '',
        requestId: 'request-1',
        receivedAt: new Date('2030-01-01T00:00:00Z'),
      },
    }),
    dependencies: [],
    isDraining: () => false,
    publicBaseUrl,
    brand: 'Gatehouse',
    ...wellKnown,
    ...(hasPages && { pages: standInPages() }),
    oidc: {
      providers: [],
      attempts: { give: () => [], take: () => ({ attempt: null, setCookie: [] }) },
      pages: {
        dashboardUrl: 'dashboard',
        workspacePickerUrl: 'workspaces',
        loginUrl: 'https://id.example/login',
      },
    },
    log: pino({ level: 'silent' }),
  })
}

const publicBaseUrl = 'https://id.example'

function standInPages() {
  const { auth, edition, pages } = settingsOf({ PUBLIC_BASE_URL: publicBaseUrl })
  const { maxSessionSeconds, otpExemptClients } = auth
  return loadPages({
    pages,
    publicBaseUrl,
    ...offeredPages(edition),
    signsUp: true,
    maxSessionSeconds,
    otpExemptClients,
    otherOrigins: [],
    providers: [],
  })
}

const fail = () => Promise.reject(new Error('A page called what it has no business with.'))

const unused: Pick<Auth, OperationName | 'startOidcLogin' | 'finishOidcLogin' | 'exportAudit'> = {
  startOidcLogin: fail,
  finishOidcLogin: fail,
  listTenants: fail,
  signUp: fail,
  verifyEmail: fail,
  readVerification: fail,
  resendVerification: fail,
  logIn: fail,
  selectTenant: fail,
  verifyOtp: fail,
  resendOtp: fail,
  refresh: fail,
  logOut: fail,
  keepSession: fail,
  resumeSession: fail,
  forgetSession: fail,
  forgotPassword: fail,
  readReset,
  resetPassword: fail,
  readOrganization: fail,
  changeOrganization: fail,
  listMembers: fail,
  readMember: fail,
  changeMember: fail,
  removeMember: fail,
  endMemberSessions: fail,
  deleteMe: fail,
  listOrganizations: fail,
  invite: fail,
  listInvitations: fail,
  resendInvitation: fail,
  revokeInvitation: fail,
  readInvitation: fail,
  acceptInvitation: fail,
  introspect: fail,
  readMe: fail,
  changeMe: fail,
  changePassword: fail,
  changeEmail: fail,
  listSessions: fail,
  endSession: fail,
  endOtherSessions: fail,
  listApiKeys: fail,
  createApiKey: fail,
  rotateApiKey: fail,
  revokeApiKey: fail,
  readAudit: fail,
  exportAudit: fail,
  closeOrganization: fail,
  reopenOrganization: fail,
}
