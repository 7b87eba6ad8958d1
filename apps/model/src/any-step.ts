import fc from 'fast-check'
import type { Act } from './act.ts'
import type { Request, Step } from './step.ts'

type Fields = Readonly<Record<string, fc.Arbitrary<string | number | boolean>>>

const client = fc.constantFrom('ui', 'ui', 'cli', 'vscode')
const network = fc.constantFrom('192.0.2.1', '192.0.2.1', '198.51.100.7')
/** One of the newest; from 100 on any other secret that was handed out, of whatever kind. */
const handed = fc.oneof(
  { arbitrary: fc.nat(2), weight: 8 },
  { arbitrary: fc.nat(12), weight: 4 },
  { arbitrary: fc.integer({ min: 100, max: 112 }), weight: 1 },
)
const username = fc.nat(4)
const email = fc.nat(2)
/** A colleague; from 6 on a person of any organization. */
const person = fc.nat(8)
const password = fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, fc.nat(2))
const role = fc.constantFrom('user', 'company_admin')
const bearer = { token: handed }
const few = fc.constantFrom(0, 0, 0, 1, 2)
/** 0 is the newest, 3 a wrong one. */
const code = fc.constantFrom(0, 0, 0, 1, 2, 3, 3)
/** 9 is one's own. */
const organization = fc.oneof({ arbitrary: fc.constant(9), weight: 9 }, fc.nat(2))
const administrator = { ...bearer, organization }

const requests: readonly (readonly [number, Act['kind'], Fields])[] = [
  [4, 'signUp', { username, email, organization: fc.nat(2), password }],
  [3, 'verifyEmail', { link: handed, password }],
  [2, 'verifyEmail', { link: handed, newPassword: password }],
  [1, 'verifyEmail', { link: handed, token: handed }],
  [14, 'logIn', { email, password }],
  [6, 'selectTenant', { sessionToken: handed, organization: fc.nat(8) }],
  [8, 'verifyOtp', { username: few, code, sessionToken: handed }],
  [4, 'verifyOtp', { username: few, code }],
  [6, 'refresh', bearer],
  [3, 'logOut', bearer],
  [4, 'forgotPassword', { email }],
  [4, 'resetPassword', { link: handed, newPassword: password }],
  [4, 'invite', { ...administrator, email, role }],
  [1, 'revokeInvitation', { ...administrator, invitation: fc.nat(3) }],
  [5, 'acceptInvitation', { link: handed, username, password }],
  [4, 'changeMember', { ...administrator, person, role }],
  [4, 'changeMember', { ...administrator, person, disabled: fc.boolean() }],
  [2, 'removeMember', { ...administrator, person }],
  [2, 'endMemberSessions', { ...administrator, person }],
  [5, 'setCodes', { ...administrator, codes: fc.boolean() }],
  [1, 'closeOrganization', administrator],
  [2, 'reopenOrganization', { link: handed }],
  [2, 'createApiKey', bearer],
  [1, 'revokeApiKey', { ...bearer, key: fc.nat(4) }],
  [2, 'rotateApiKey', { ...bearer, key: fc.nat(4), hours: fc.constantFrom(0, 1) }],
  [2, 'endSession', { ...bearer, session: fc.nat(8) }],
  [2, 'endOtherSessions', bearer],
  [2, 'changePassword', { ...bearer, password, newPassword: password }],
  [1, 'deleteMe', { ...bearer, password }],
]

/** Any request, by whomever. */
const anyRequest: fc.Arbitrary<Request> = fc.oneof(
  ...requests.map(([weight, kind, fields]) => ({
    weight,
    arbitrary: fc.record({
      kind: fc.constant(kind),
      ...fields,
      client,
      network,
    }) as fc.Arbitrary<Request>,
  })),
)

/** A wrong code or password, again and again. */
const guess: fc.Arbitrary<Request> = fc.oneof(
  fc.record({
    ...{ kind: fc.constant('verifyOtp' as const), username: few, code: fc.constant(3), client },
    network,
  }),
  fc.record({
    ...{ kind: fc.constant('verifyOtp' as const), username: few, code: fc.constant(3), client },
    ...{ sessionToken: fc.constant(0), network },
  }),
  fc.record({
    ...{ kind: fc.constant('logIn' as const), email, password: fc.nat(2), client },
    network: fc.constant('many'),
  }),
)

const turns = fc.array(fc.nat(4), { minLength: 1, maxLength: 6 })
const twice = anyRequest.map((one) => [one, one] as const)

/** Any step. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 40, arbitrary: fc.record({ do: fc.constant('request' as const), of: anyRequest }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('again' as const),
      of: guess,
      times: fc.integer({ min: 3, max: 8 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('together' as const),
      of: fc.oneof(twice, fc.tuple(anyRequest, anyRequest)),
      turns,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('cut off' as const),
      of: anyRequest,
      fault: fc.record({
        call: fc.nat(9),
        how: fc.constantFrom('fails before', 'fails after', 'dies before', 'dies after'),
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      minutes: fc.constantFrom(1, 1, 3, 11, 16),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      seconds: fc.constantFrom(1, 1, 31, 31, 301, 601, 901, 3601, 86_401, 8 * 86_400, -1, -4, -20),
    }),
  },
)
