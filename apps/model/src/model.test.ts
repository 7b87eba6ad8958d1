/**
 * The whole service in memory, beside a simple model of who may be where. `npm run model` is the long
 * version.
 */

import type { Store, Transaction } from '@gatehouse/auth-core/ports'
import { createMemoryStore } from '@gatehouse/auth-core/testing'
import { describe, expect, it } from '@jest/globals'
import { checkModel, repeat } from './check-model.ts'
import type { Setting } from './setting.ts'
import type { Request } from './step.ts'

it('does what the model says, whatever people, attackers, clocks and crashes do', async () => {
  await checkModel({ seed: 1, runs: 30, openStore: async () => ({}) })
})

describe('the model notices a store that', () => {
  const nothing = async () => {}

  it.each<[string, (tx: Transaction) => Partial<Transaction>]>([
    ['keeps codes', (tx) => ({ otpChallenges: { ...tx.otpChallenges, remove: nothing } })],
    ['keeps links', (tx) => ({ oneTimeTokens: { ...tx.oneTimeTokens, removeAll: nothing } })],
    ['keeps invitations', (tx) => ({ invitations: { ...tx.invitations, remove: nothing } })],
    ['ends no session', (tx) => ({ sessions: { ...tx.sessions, endAll: nothing } })],
    ['forgets what ended', (tx) => ({ endings: { ...tx.endings, add: nothing } })],
    [
      'counts administrators wrongly',
      (tx) => ({ accounts: { ...tx.accounts, countAdministrators: async () => 2 } }),
    ],
  ])('%s', async (_, sabotage) => {
    const openStore = async () => ({ store: sabotaged(createMemoryStore(), sabotage) })
    const check = checkModel({ seed: 1, runs: 300, openStore, isFirstEnough: true })
    await expect(check).rejects.toThrow('Property failed')
  })
})

describe('what random steps have found stays right:', () => {
  it('two new passwords at the same time close everything, or one of them is not set', async () => {
    const change = at('ui', { kind: 'changePassword', token: 0, password: 0, newPassword: 1 })
    await repeat(setting, [
      { do: 'request', of: at('cli', { kind: 'logIn', email: 0, password: 0 }) },
      { do: 'together', of: [change, change], turns: [0] },
    ])
  })

  it('a reset whose process dies before the password is set closes what the old one opened', async () => {
    await repeat(setting, [
      { do: 'request', of: at('cli', { kind: 'logIn', email: 0, password: 0 }) },
      { do: 'request', of: at('ui', { kind: 'forgotPassword', email: 0 }) },
      {
        do: 'cut off',
        of: at('ui', { kind: 'resetPassword', link: 0, newPassword: 0 }),
        fault: { call: 2, how: 'dies before' },
      },
    ])
  })

  it('two logins at the same time bring two codes', async () => {
    await repeat({ ...setting, codesAtFirst: true }, [
      {
        do: 'together',
        of: [0, 2].map((email) => at('ui', { kind: 'logIn', email, password: 0 })),
        turns: [0],
      },
    ])
  })
})

const setting: Setting = {
  logoutEndsTokens: false,
  confirmedOnly: false,
  codesAtFirst: false,
  lowLimits: false,
}

function at(client: string, request: Omit<Request, 'client' | 'network'> & Pick<Request, 'kind'>) {
  return { ...request, client, network: '192.0.2.1' }
}

function sabotaged(store: Store, sabotage: (tx: Transaction) => Partial<Transaction>): Store {
  return {
    ...store,
    transaction: (work) => store.transaction((tx) => work({ ...tx, ...sabotage(tx) })),
  }
}
