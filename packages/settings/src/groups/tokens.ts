import { duration } from '../schemas/numbers.ts'
import { bearerSecret, masterKey, masterKeys, moment, signingSecret } from '../schemas/secrets.ts'
import { onOrOff, token } from '../schemas/texts.ts'
import type { SettingList } from '../setting.ts'

/** The lifetimes of tokens. */
export const tokenSettings = {
  JWT_ISSUER: {
    schema: token,
    default: 'gatehouse',
    description:
      'The `iss` claim. Tokens of another issuer are refused, so a change ends them all.',
  },
  JWT_EXPIRY_HOURS: {
    schema: duration('hours', { max: 8760 }),
    default: '24',
    description:
      'Lifetime of an access token. A shorter one also holds for tokens that are already out; a longer one does not revive any.',
  },
  SESSION_TOKEN_MINUTES: {
    schema: duration('minutes', { max: 1440 }),
    default: '15',
    description: 'Lifetime of a session token, which chooses a tenant after the login.',
  },
  MAX_SESSION_DAYS: {
    schema: duration('days', { max: 366 }),
    default: '30',
    description: 'After this time a token is not refreshed any more: a new login is needed.',
  },
  LOGOUT_ENDS_TOKENS: {
    schema: onOrOff,
    default: 'off',
    description:
      'Whether a logout ends the access tokens of its session at once. Off, they stay good until they expire, as clients of the interface expect.',
  },
  INTROSPECTION_SECRET: {
    schema: bearerSecret,
    description:
      'What the machine backend proves itself with when it [asks about a token](http-api.md#post-apiauthintrospect), above all about API keys; `openssl rand -base64 32` prints one. Without it there is no such route.',
    secret: true,
  },
} as const satisfies SettingList

/** The keys that sign tokens. */
export const keySettings = {
  MASTER_KEY: {
    schema: masterKey,
    description:
      'Seals what is secret in the database, signing keys and API keys for instance; `openssl rand -base64 32` prints one. Without it the file `master.key` under `DATA_DIR` is used, which the first start makes. Keep a copy: what is sealed cannot be read without it.',
    secret: true,
  },
  MASTER_KEY_PREVIOUS: {
    schema: masterKeys,
    description:
      'Master keys, separated by commas, that open what was sealed under them, and seal nothing: the one before a change, until [`gatehouse master-key reseal`](operations.md#rotate-the-master-key) has been run.',
    secret: true,
  },
  JWT_ROTATION_DAYS: {
    schema: duration('days', { max: 3660 }),
    default: '90',
    description:
      'How often the signing key changes. The old one is accepted until the last token it signed has expired.',
  },
  JWT_SECRET: {
    schema: signingSecret,
    description:
      'Signs access tokens (HS256) with exactly these bytes, so that a backend can verify them too. There is no rotation then but yours. Published secrets are refused.',
    secret: true,
  },
  JWT_SECRET_PREVIOUS: {
    schema: signingSecret,
    description: 'The secret before a change. Accepted until `JWT_SECRET_PREVIOUS_UNTIL`.',
    secret: true,
  },
  JWT_SECRET_PREVIOUS_UNTIL: {
    schema: moment,
    description:
      'The end of the overlap. Leave both out to end every token at once, after a leak for instance.',
  },
} as const satisfies SettingList
