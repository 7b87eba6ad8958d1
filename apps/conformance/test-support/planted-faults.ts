import { readToken, signToken } from '../src/target/tokens.ts'
import type { Fault } from './fault-proxy.ts'
import { accept, accepting, auth, changing, repeating, replace } from './make-faults.ts'
import { jwtSecret } from './open-subject.ts'

/** A fault of a service, and what finds it. */
export interface PlantedFault {
  /** What is wrong. */
  readonly name: string
  /** The check that finds it. */
  readonly foundBy: string
  /** Checks that have to run with it. */
  readonly with?: readonly string[]
  /** What the failure says, in part. */
  readonly says: readonly string[]
  plant(): Fault
}

/** What is wrong with answers: statuses, fields, headers, claims. */
const answers: readonly PlantedFault[] = [
  {
    name: 'a sign-up is answered with 200',
    foundBy: 'sign-up.answer',
    says: ['POST /api/auth/signup to answer 201', 'came 200 with message, user_id'],
    plant: () =>
      changing('signup', (answer) => {
        if (answer.status === 201) answer.status = 200
      }),
  },
  {
    name: 'the user object has no api_key',
    foundBy: 'login.scenario-a',
    says: ['`api_key` (string) in `user` of POST /api/auth/login', 'came no such field'],
    plant: () => changing('login', ({ body }) => delete body.user?.api_key),
  },
  {
    name: 'expires_in is a text',
    foundBy: 'login.scenario-a',
    says: ['`expires_in` (integer)', 'came a value of type string'],
    plant: () =>
      changing('login', ({ body }) => {
        body.expires_in = String(body.expires_in)
      }),
  },
  {
    name: 'the token lacks a claim',
    foundBy: 'token.claims',
    says: ['`groups` (array of string) in the claims of the token', 'came no such field'],
    plant: () =>
      changing('login', ({ body }) => {
        if (typeof body.token !== 'string') return
        const { header, claims } = readToken(body.token)
        const { groups: _, ...others } = claims
        body.token = signToken({ header, claims: others }, jwtSecret)
      }),
  },
  {
    name: 'an answer may be cached',
    foundBy: 'answers.no-store',
    with: ['reset-password.unknown-token'],
    says: [
      '`Cache-Control: no-store`',
      'one that may be cached: POST /api/auth/reset-password, 400',
    ],
    plant: () => changing('reset-password', ({ headers }) => delete headers['cache-control']),
  },
  {
    name: 'an error is no problem document',
    foundBy: 'answers.problems',
    with: ['refresh.codes'],
    says: [
      'as application/problem+json',
      '`Content-Type: application/json`: POST /api/auth/refresh',
    ],
    plant: () =>
      changing('refresh', (answer) => {
        if (answer.status >= 400) answer.headers['content-type'] = 'application/json'
      }),
  },
]

/** What tells strangers something. */
const leaks: readonly PlantedFault[] = [
  {
    name: 'a login tells unknown addresses from known ones',
    foundBy: 'login.no-enumeration',
    says: ['to answer a known email and an unknown one alike', 'came 401 and 404'],
    plant() {
      const known = new Set<string>()
      return {
        onAnswer({ path, body }, answer) {
          if (path === auth('signup')) known.add(body.email)
          const isLogin = path === auth('login') && answer.status === 401
          if (isLogin && !known.has(body.email)) answer.status = 404
        },
      }
    },
  },
  {
    name: 'a forgotten password tells them apart',
    foundBy: 'forgot-password.neutral',
    says: ['POST /api/auth/forgot-password to answer', 'bodies that differ in `message`'],
    plant: () =>
      changing('forgot-password', ({ body }, { body: sent }) => {
        if (String(sent.email).includes('nobody')) body.message = 'There is no such account.'
      }),
  },
  {
    name: 'an organization is offered whose password was another one',
    foundBy: 'login.offers-proven',
    says: ['the one organization with this password', 'came 2 organizations'],
    plant: () =>
      changing('login', ({ body }) => {
        if (body.available_tenants) body.available_tenants.push(body.available_tenants[0])
      }),
  },
]

/** What is accepted that must not be. */
const accepted: readonly PlantedFault[] = [
  {
    name: 'a password of seven characters is accepted',
    foundBy: 'sign-up.password-length',
    says: ['POST /api/auth/signup to refuse a password of 7 characters (4xx)', 'came 201'],
    plant: () =>
      changing('signup', (answer, { body }) => {
        if (body.password?.length === 7) replace(answer, 201, { message: 'Welcome.' })
      }),
  },
  {
    name: 'a code is accepted twice',
    foundBy: 'codes.once',
    says: ['POST /api/auth/verify-otp to refuse a code that was used', 'came 200 with token'],
    plant: () => repeating('verify-otp'),
  },
  {
    name: 'a browser gets its token without the code',
    foundBy: 'codes.challenge',
    says: ['`requires_otp` (true) in the 200 of POST /api/auth/login', 'came no such field'],
    plant: () => ({
      onRequest({ path, headers }) {
        if (path === auth('login')) headers['user-agent'] = 'gatehouse-cli/1.0'
        return undefined
      },
    }),
  },
  {
    name: 'an expired token is refreshed',
    foundBy: 'refresh.expired',
    says: ['POST /api/auth/refresh to refuse an expired token', 'came 200 with token, expires_in'],
    plant: () => accepting('refresh', 'token_expired'),
  },
  {
    name: 'an expired token is let through',
    foundBy: 'backend.expired',
    says: ['GET /api/machines to refuse an expired token', 'came 200'],
    plant: () => ({ onAnswer: (_, answer) => accept(answer, 'token_expired', {}) }),
  },
  {
    name: 'a token without a signature is let through',
    foundBy: 'backend.forged',
    says: ['GET /api/machines to refuse a token without a signature (`alg` none)', 'came 200'],
    plant: () => ({
      onAnswer({ headers: { authorization } }, answer) {
        if (authorization?.endsWith('.')) replace(answer, 200, {})
      },
    }),
  },
  {
    name: 'a session is refreshed after its logout',
    foundBy: 'logout.session-ended',
    says: [
      'POST /api/auth/refresh to answer 401 `session_ended`',
      'came 200 with token, expires_in',
    ],
    plant: () => accepting('refresh', 'session_ended'),
  },
  {
    name: 'an organization is entered that was not offered',
    foundBy: 'select-tenant.not-offered',
    says: [
      'POST /api/auth/select-tenant to refuse an organization that was not offered',
      'came 200',
    ],
    plant: () => accepting('select-tenant', 'tenant_not_offered'),
  },
  {
    name: 'a terminal opens without a token',
    foundBy: 'terminal.no-token',
    says: ['the WebSocket to be refused (4xx)', 'came 101'],
    plant: () => ({ opensWebSockets: true }),
  },
]

/** What is wrong with mails, and with what is mailed. */
const mailed: readonly PlantedFault[] = [
  {
    name: 'a reset token is good twice',
    foundBy: 'reset-password.once',
    says: [
      'POST /api/auth/reset-password to answer 400 `reset_token_invalid`',
      'came 200 with message',
    ],
    plant: () => repeating('reset-password'),
  },
  {
    name: 'no mail is sent for a forgotten password',
    foundBy: 'reset-password.mail',
    says: ['a mail with a link that has a reset token', 'came none in time'],
    plant: () => ({
      onRequest: ({ path }) =>
        path === auth('forgot-password') ? { swallow: { message: 'Sent.' } } : undefined,
    }),
  },
  {
    name: 'an invitation is good twice',
    foundBy: 'invitations.once',
    says: ['POST /api/auth/accept-invitation to answer 401 `invitation_invalid`', 'came 201'],
    plant: () => accepting('accept-invitation', 'invitation_invalid', 201),
  },
  {
    name: 'a member without rights administers the organization',
    foundBy: 'members.rights',
    says: ['PATCH /api/auth/organization to answer 403 `forbidden`', 'came 200'],
    plant: () => accepting('organization', 'forbidden'),
  },
]

/** Every fault that is planted. */
export const plantedFaults = [...answers, ...leaks, ...accepted, ...mailed]
