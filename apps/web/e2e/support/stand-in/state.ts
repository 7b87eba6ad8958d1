/** What the stand-in knows: an organization with people, as the pages see it. */

import type { ApiKeyEntry, Me, SessionEntry } from '../../../src/api/account-wire.ts'
import type {
  AuditEntry,
  AuditPerson,
  Invitation,
  Member,
  Organization,
} from '../../../src/api/organization-wire.ts'
import type { Machine, TenantEntry } from '../../../src/api/wire.ts'

/** Everything that the pages can read and change. Tests change it too. */
export interface State {
  me: Me
  /** Of the person who is signed in. */
  password: string
  /** When the person signed in, in seconds. */
  authTime: number
  /** Whether a login wants a code. */
  wantsCode: boolean
  /** Seconds until a code may be sent again. */
  resendAfter: number
  tenants: TenantEntry[]
  organization: Organization
  members: Member[]
  invitations: Invitation[]
  sessions: SessionEntry[]
  keys: ApiKeyEntry[]
  audit: AuditEntry[]
  machines: Machine[]
}

/** The one code that a login is answered with. */
export const rightCode = '123456'

/** A moment so many minutes ago; with a negative number, to come. */
export function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString()
}

const day = 24 * 60

const tenant = { tenant_id: 'example', tenant_name: 'Example GmbH' }

/** A member of the organization. */
export function member(fields: Partial<Member> & Pick<Member, 'username'>): Member {
  const { username } = fields
  return {
    ...tenant,
    id: `id-${username}`,
    email: `${username}@example.com`,
    first_name: `${username.slice(0, 1).toUpperCase()}${username.slice(1)}`,
    last_name: 'Berg',
    role: 'user',
    machine_role: 'operator',
    groups: [],
    email_verified: true,
    state: 'active',
    last_login_at: minutesAgo(3 * day),
    ...fields,
  }
}

/** An invitation that is open. */
export function invitation(email: string, fields: Partial<Invitation> = {}): Invitation {
  return {
    id: `to-${email}`,
    email,
    role: 'user',
    machine_role: 'operator',
    groups: [],
    invited_by: 'Ada Sommer',
    created_at: minutesAgo(2 * day),
    expires_at: minutesAgo(-5 * day),
    ...fields,
  }
}

function people(): Member[] {
  return [
    member({
      username: 'ada',
      last_name: 'Sommer',
      role: 'company_admin',
      groups: ['ops'],
      last_login_at: minutesAgo(0),
    }),
    member({ username: 'alex', last_name: 'Bach', last_login_at: minutesAgo(12) }),
    member({ username: 'grace', last_name: 'Winter', last_login_at: minutesAgo(120) }),
    member({
      username: 'jo',
      last_name: 'Heide',
      state: 'unconfirmed',
      email_verified: false,
      machine_role: 'viewer',
      last_login_at: minutesAgo(day),
    }),
    member({ username: 'kim' }),
    member({
      username: 'mika',
      last_name: 'See',
      state: 'disabled',
      machine_role: '',
      last_login_at: minutesAgo(260 * day),
    }),
    member({ username: 'noa', last_name: 'Feld', role: 'company_admin', last_login_at: null }),
  ]
}

/** A person in the audit. */
export function person(username: string): AuditPerson {
  return { id: `id-${username}`, username }
}

/** A line of the audit. */
export function entry(seq: number, minutes: number, fields: Partial<AuditEntry>): AuditEntry {
  return {
    seq,
    at: minutesAgo(minutes),
    kind: 'login',
    outcome: 'ok',
    actor: null,
    account: person('ada'),
    client: 'ui',
    network: '203.0.113.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    request_id: `01JDV4M8Q${seq}`,
    detail: {},
    ...fields,
  }
}

function whatHappened(): AuditEntry[] {
  const role = { role: 'company_admin', lowered: 'role_raised' }
  return [
    entry(48_213, 4, {
      kind: 'member_changed',
      actor: person('ada'),
      account: person('alex'),
      detail: role,
    }),
    entry(48_212, 7, { kind: 'member_disabled', actor: person('ada'), account: person('mika') }),
    entry(48_211, 9, {
      kind: 'organization_changed',
      detail: { otp_enabled: 'false', lowered: 'codes_off' },
    }),
    entry(48_210, 12, {
      account: person('grace'),
      outcome: 'refused',
      network: '198.51.100.92',
      client: null,
      user_agent: null,
    }),
    entry(48_209, 2 * day, {
      kind: 'invited',
      actor: person('ada'),
      detail: { email: 'lin@example.com' },
    }),
    entry(48_208, 2 * day + 5, {
      kind: 'api_key_rotated',
      account: person('kim'),
      client: 'cli',
      detail: { key: 'build agents' },
    }),
    entry(48_207, 2 * day + 9, {}),
  ]
}

/** An organization to begin with: seven people, two invitations, three sessions and keys. */
export function initialState(): State {
  const [ada, ...others] = people()
  if (!ada) throw new Error('there is someone')
  const { state: _state, last_login_at: _last, ...user } = ada
  return {
    me: { ...user, api_key: 'ghk_EXAMPLE_not_a_real_key_first', pending_email: null },
    password: 'correct horse battery',
    authTime: Math.floor(Date.now() / 1000),
    wantsCode: false,
    resendAfter: 30,
    tenants: [
      { ...tenant, username: 'ada', user_id: ada.id },
      { tenant_id: 'north', tenant_name: 'Example North', username: 'ada.north', user_id: 'n' },
    ],
    organization: {
      ...tenant,
      otp_enabled: true,
      otp_exempt_clients: ['cli'],
      max_session_days: 14,
    },
    members: [ada, ...others],
    invitations: [
      invitation('lin@example.com'),
      invitation('noor@example.com', { role: 'company_admin', machine_role: '' }),
    ],
    sessions: [
      session('here', { current: true, last_seen_at: minutesAgo(0) }),
      session('cli', { client: 'cli', user_agent: 'gatehouse-cli/1.0' }),
      session('phone', {
        network: '2001:db8:4::',
        user_agent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/1 Safari/604.1',
        created_at: minutesAgo(20 * day),
        last_seen_at: minutesAgo(day),
      }),
    ],
    keys: [
      key('first', { last_used_at: minutesAgo(3) }),
      key('build agents', { expires_at: minutesAgo(-6 * day), last_used_at: minutesAgo(300) }),
      key('laptop', { expires_at: minutesAgo(-60 * day) }),
    ],
    audit: whatHappened(),
    machines: [],
  }
}

function session(id: string, fields: Partial<SessionEntry>): SessionEntry {
  return {
    id,
    client: 'ui',
    network: '203.0.113.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    created_at: minutesAgo(8 * day),
    last_seen_at: minutesAgo(40),
    current: false,
    ...fields,
  }
}

/** A key for agents. */
export function key(name: string, fields: Partial<ApiKeyEntry> = {}): ApiKeyEntry {
  return {
    id: name,
    name: name === 'first' ? '' : name,
    created_at: minutesAgo(90 * day),
    expires_at: null,
    last_used_at: null,
    ...fields,
  }
}
