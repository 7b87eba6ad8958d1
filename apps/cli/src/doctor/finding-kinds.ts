/** One kind of finding, and its repair if there is one. */
export interface FindingKind {
  /**
   * - `once`: one question for all of the kind; `--yes` answers it.
   * - `each`: it lets a person in, or makes or removes something that cannot be taken back. One
   *   question for each; `--yes` answers it only where the kind is named.
   * - `never`: for a person to decide.
   */
  readonly asks: 'once' | 'each' | 'never'
  /** What the repair does, in the third person; without a repair, what helps. */
  readonly help: string
}

/** All kinds, in the order of repair. The names are stable. */
export const findingKinds = {
  database_damaged: { asks: 'never', help: 'Restore a backup.' },
  reservation_abandoned: { asks: 'once', help: 'undoes the sign-up, which can be sent again then' },
  edge_unreachable: {
    asks: 'never',
    help: 'Is HAProxy running, and may the gateways use its runtime socket?',
  },
  edge_clock: {
    asks: 'never',
    help: 'Set both clocks right (NTP): until then gateways check all tokens of the edge.',
  },
  edge_stale: { asks: 'never', help: 'Is the socket in EDGE_SOCKETS of the gateways?' },
  edge_differs: {
    asks: 'never',
    help: 'Does a gateway with another database tell it, or one whose clock is wrong?',
  },
  edge_key: {
    asks: 'never',
    help: 'Nothing is wrong: `gatehouse keys rotate --now` ends it sooner.',
  },
  edge_forged: {
    asks: 'never',
    help: 'Take it out of service, and make its configuration anew: `gatehouse edge haproxy`.',
  },
  realm_missing: {
    asks: 'each',
    help: 'makes the realm again with its people as on record; everybody has to ask for a new password',
  },
  realm_mark: { asks: 'each', help: 'marks the realm as the one on record, and so as ours' },
  realm_disabled: { asks: 'each', help: 'switches the realm on, which lets its people in' },
  keys_missing: { asks: 'once', help: 'puts new secrets on record and gives them to our clients' },
  realm_setting: { asks: 'once', help: 'sets it as in every realm of ours' },
  realm_role: { asks: 'once', help: 'makes the role' },
  client_missing: { asks: 'once', help: 'makes the client' },
  client_disabled: { asks: 'each', help: 'switches the client on, which lets people in' },
  client_setting: { asks: 'once', help: 'sets the client as in every realm of ours' },
  client_secret: { asks: 'once', help: 'gives the client the secret that is on record' },
  account_roles: { asks: 'once', help: 'gives our account in the realm its roles and no others' },
  account_refused: {
    asks: 'never',
    help: 'Look into the log of Keycloak: everything that was compared is right.',
  },
  user_missing: {
    asks: 'each',
    help: 'makes the user again, who has to ask for a new password',
  },
  user_replaced: {
    asks: 'each',
    help: 'takes the other user, who cannot sign in with anything yet, for the one on record',
  },
  user_disabled: { asks: 'each', help: 'lets the user in again' },
  user_required_action: { asks: 'each', help: 'takes the action away, which lets the user in' },
  user_enabled: { asks: 'once', help: 'keeps the user out in the credential store too' },
  user_email_flag: { asks: 'once', help: 'takes the flag away' },
  user_role: { asks: 'once', help: 'gives the user the role on record and no other' },
  user_renamed: { asks: 'never', help: 'Give the user the name on record back in Keycloak.' },
  user_unknown: {
    asks: 'never',
    help: '`gatehouse keycloak import` makes an account, or remove the user in Keycloak.',
  },
  realm_orphan: { asks: 'each', help: 'removes the realm' },
} as const satisfies Readonly<Record<string, FindingKind>>

/** The stable name of a kind. */
export type FindingCode = keyof typeof findingKinds

/** Whether a text is the name of a kind. */
export function isFindingCode(text: string): text is FindingCode {
  return Object.hasOwn(findingKinds, text)
}
