import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { lifeEvents, lifeStates } from '../../testing/account-life/ask-life.ts'
import {
  type LifeEffect,
  type LifeEvent,
  type LifeEventKind,
  type LifeState,
  type LifeStateKind,
  type LifeStep,
  lifeAfter,
} from './life.ts'

const absent = { kind: 'absent' } as const
const invited = { kind: 'invited' } as const
const unconfirmed = { kind: 'unconfirmed' } as const
const active = { kind: 'active' } as const
const disabled = { kind: 'disabled', emailVerified: true } as const
const removed = { kind: 'removed' } as const

/** What can happen where there is an account. */
const ofAccounts: readonly LifeEventKind[] = [
  'invited',
  'invitation_accepted',
  'confirmed',
  'claimed',
  'password_reset',
  'disabled',
  'enabled',
  'removed',
  'expired',
]

/** What each state has a cell for. */
const legal: Readonly<Record<LifeStateKind, readonly LifeEventKind[]>> = {
  absent: ['signed_up', 'created', 'invited', 'invitation_accepted'],
  invited: ['invited', 'invitation_accepted', 'invitation_ended', 'expired'],
  unconfirmed: ofAccounts,
  active: ofAccounts,
  disabled: ofAccounts,
  removed: ofAccounts.filter((kind) => kind !== 'invitation_accepted'),
}

const pairs = lifeStates.flatMap((state) =>
  lifeEvents.map((event) => ({ name: `${nameOf(event)} in ${nameOf(state)}`, state, event })),
)
const possible = pairs.filter(({ state, event }) => legal[state.kind].includes(event.kind))
const steps = possible.map((pair) => ({ ...pair, step: lifeAfter(pair.state, pair.event) }))

describe('which event can happen in which state', () => {
  it.each(pairs.filter((pair) => !possible.includes(pair)))(
    "$name is the caller's mistake",
    ({ state, event }) => {
      const mistake = new TypeError(`${event.kind} cannot happen in ${state.kind}`)
      expect(() => lifeAfter(state, event)).toThrow(mistake)
    },
  )

  it('finds a step for every other pair', () => {
    expect(steps.length).toBe(possible.length)
    expect(possible.length).toBeGreaterThan(Object.values(legal).flat().length)
  })
})

describe('an address that is not there', () => {
  it('is unconfirmed after a sign-up, and gets a link', () => {
    expect(lifeAfter(absent, { kind: 'signed_up' })).toEqual(
      leadsTo(unconfirmed, 'send_verification'),
    )
  })

  it.each([
    [true, active],
    [false, unconfirmed],
  ])('is made by the operator with an address that is proven: %p', (emailVerified, state) => {
    expect(lifeAfter(absent, { kind: 'created', emailVerified })).toEqual(leadsTo(state))
  })

  it('is invited', () => {
    expect(lifeAfter(absent, { kind: 'invited' })).toEqual(leadsTo(invited, 'send_invitation'))
  })

  it('cannot accept an invitation that was taken back meanwhile', () => {
    const step = lifeAfter(absent, { kind: 'invitation_accepted' })
    expect(step).toEqual(refused('invitation_invalid'))
  })
})

describe('an invited address', () => {
  it('is active once it accepts, since only its owner has the mail', () => {
    const step = lifeAfter(invited, { kind: 'invitation_accepted' })
    expect(step).toEqual(leadsTo(active, 'remove_invitation'))
  })

  it.each([{ kind: 'invitation_ended' }, { kind: 'expired', isAlone: false }] as const)(
    'is forgotten when $kind',
    (event) => {
      expect(lifeAfter(invited, event)).toEqual(leadsTo(removed, 'remove_invitation'))
    },
  )
})

describe('an unconfirmed account', () => {
  it('keeps everything when it is confirmed with its own password', () => {
    const step = lifeAfter(unconfirmed, { kind: 'confirmed' })
    expect(step).toEqual(leadsTo(active, 'remove_verification_tokens'))
  })

  it('T-17: keeps nothing when it is claimed', () => {
    const step = lifeAfter(unconfirmed, { kind: 'claimed' })
    expect(step).toEqual(
      leadsTo(
        active,
        'replace_password',
        'replace_api_keys',
        'end_sessions',
        'drop_email_change',
        'remove_verification_tokens',
        'tell_owner',
      ),
    )
  })

  it('T-17: is claimed by a new password that its mailbox has set', () => {
    const step = lifeAfter(unconfirmed, { kind: 'password_reset' })
    const claim = lifeAfter(unconfirmed, { kind: 'claimed' })
    expect(step).toEqual(leadsTo(active, ...effectsOf(claim), 'remove_reset_tokens'))
  })

  it('takes its whole organization along when it is not confirmed in time', () => {
    const step = lifeAfter(unconfirmed, { kind: 'expired', isAlone: true })
    expect(step).toEqual(leadsTo(removed, 'end_sessions', 'remove_tenant'))
  })

  it('stays where others are, who can decide', () => {
    const step = lifeAfter(unconfirmed, { kind: 'expired', isAlone: false })
    expect(step).toEqual(leadsTo(unconfirmed))
  })
})

describe('an active account', () => {
  it('keeps its API keys when a new password is set by mail, and nothing else', () => {
    expect(lifeAfter(active, { kind: 'password_reset' })).toEqual(
      leadsTo(
        active,
        'replace_password',
        'end_sessions',
        'drop_email_change',
        'remove_reset_tokens',
        'tell_owner',
      ),
    )
  })

  it('cannot be claimed by a link that was left over', () => {
    const step = lifeAfter(active, { kind: 'claimed' })
    expect(step).toEqual(refused('verification_token_invalid'))
  })

  it('confirms a new address without losing anything', () => {
    const step = lifeAfter(active, { kind: 'confirmed' })
    expect(step).toEqual(leadsTo(active, 'remove_verification_tokens'))
  })

  it.each([true, false])('never expires (alone: %p)', (isAlone) => {
    expect(lifeAfter(active, { kind: 'expired', isAlone })).toEqual(leadsTo(active))
  })
})

describe('an administrator', () => {
  it.each([
    { state: unconfirmed, emailVerified: false },
    { state: active, emailVerified: true },
  ])('disables an account that is $state.kind, at once', ({ state, emailVerified }) => {
    const step = lifeAfter(state, { kind: 'disabled' })
    expect(step).toEqual(
      leadsTo({ kind: 'disabled', emailVerified }, 'end_sessions', 'disable_user'),
    )
  })

  it('disables it again where the credential store has missed it', () => {
    expect(lifeAfter(disabled, { kind: 'disabled' })).toEqual(leadsTo(disabled, 'disable_user'))
  })

  it.each([
    { emailVerified: true, state: active },
    { emailVerified: false, state: unconfirmed },
  ])('enables an account as it was: $state.kind', ({ emailVerified, state }) => {
    const step = lifeAfter({ kind: 'disabled', emailVerified }, { kind: 'enabled' })
    expect(step).toEqual(leadsTo(state, 'enable_user'))
  })

  it.each([unconfirmed, active])('changes nothing by enabling one that is $kind', (state) => {
    expect(lifeAfter(state, { kind: 'enabled' })).toEqual(leadsTo(state))
  })

  it.each([unconfirmed, active, disabled])('removes an account that is $kind', (state) => {
    const step = lifeAfter(state, { kind: 'removed' })
    expect(step).toEqual(leadsTo(removed, 'end_sessions', 'remove_user'))
  })

  it.each([invited, unconfirmed, active, disabled, removed])(
    'invites no address that is $kind',
    (state) => {
      expect(lifeAfter(state, { kind: 'invited' })).toEqual(refused('already_member'))
    },
  )

  it.each(['disabled', 'enabled', 'removed'] as const)('finds none to be %s any more', (kind) => {
    expect(lifeAfter(removed, { kind })).toEqual(refused('not_found'))
  })
})

describe('a mailed link', () => {
  it.each([disabled, removed])('opens no account that is $kind', (state) => {
    const step = (kind: 'confirmed' | 'claimed' | 'password_reset') => lifeAfter(state, { kind })
    expect(step('confirmed')).toEqual(refused('verification_token_invalid'))
    expect(step('claimed')).toEqual(refused('verification_token_invalid'))
    expect(step('password_reset')).toEqual(refused('reset_token_invalid'))
  })

  it.each([unconfirmed, active, disabled])(
    'makes no second account beside one that is $kind',
    (state) => {
      const step = lifeAfter(state, { kind: 'invitation_accepted' })
      expect(step).toEqual(refused('already_member'))
    },
  )
})

describe('in every state', () => {
  it('removed is final', () => {
    const left = steps.filter(({ state, step }) => isIn(state, 'removed') && leaves(state, step))
    expect(left).toEqual([])
  })

  it('only an administrator who enables or removes it moves a disabled account', () => {
    const left = steps.filter(({ state, step }) => isIn(state, 'disabled') && leaves(state, step))
    expect(new Set(left.map(({ event }) => event.kind))).toEqual(new Set(['enabled', 'removed']))
  })

  it('a proof without the old password leaves nothing that was handed out before', () => {
    const proofs = steps.filter(
      ({ state, event, step }) =>
        isIn(state, 'unconfirmed') && step.ok && isOneOf(event, ['claimed', 'password_reset']),
    )
    expect(proofs.length).toBe(2)
    for (const { step } of proofs) {
      expect(effectsOf(step)).toEqual(
        expect.arrayContaining(['replace_password', 'replace_api_keys', 'end_sessions']),
      )
    }
  })

  it('what stops an account or replaces its password ends its sessions', () => {
    const ending = steps.filter(({ state, step }) => {
      const stops = step.ok && isOneOf(step.state, ['disabled', 'removed'])
      const hadSessions = isOneOf(state, ['unconfirmed', 'active'])
      return (stops && hadSessions) || effectsOf(step).includes('replace_password')
    })
    expect(ending.length).toBeGreaterThan(5)
    expect(ending.filter(({ step }) => !effectsOf(step).includes('end_sessions'))).toEqual([])
  })

  it('a new password is told to the owner', () => {
    const replacing = steps.filter(({ step }) => effectsOf(step).includes('replace_password'))
    expect(replacing.filter(({ step }) => !effectsOf(step).includes('tell_owner'))).toEqual([])
  })

  it('no effect comes twice', () => {
    const lists = steps.map(({ step }) => effectsOf(step))
    expect(lists.filter((list) => new Set(list).size < list.length)).toEqual([])
  })
})

describe('whatever happens one after the other', () => {
  const proofs = ['invitation_accepted', 'confirmed', 'claimed', 'password_reset', 'created']
  const lives = fc.array(fc.constantFrom(...lifeEvents), { maxLength: 40 })

  it('no account is active before its address is proven', () => {
    fc.assert(
      fc.property(lives, (events) => {
        const path = walk(events)
        const first = path.findIndex(({ to }) => to.kind === 'active')
        return first < 0 || path.slice(0, first + 1).some(({ event }) => isOneOf(event, proofs))
      }),
    )
  })

  it('an unconfirmed account is not confirmed by being disabled and enabled', () => {
    fc.assert(
      fc.property(lives, (events) => {
        const turned = walk(events).filter(
          ({ from, to }) => from.kind === 'disabled' && to.kind === 'active',
        )
        return turned.every(({ from }) => from.kind === 'disabled' && from.emailVerified)
      }),
    )
  })
})

/** One step that was taken. */
interface Taken {
  readonly from: LifeState
  readonly event: LifeEvent
  readonly to: LifeState
}

/** A life from its beginning; what cannot happen or is refused is left out. */
function walk(events: readonly LifeEvent[]): readonly Taken[] {
  const taken: Taken[] = []
  let from: LifeState = absent
  for (const event of events) {
    if (!legal[from.kind].includes(event.kind)) continue
    const step: LifeStep = lifeAfter(from, event)
    if (!step.ok) continue
    taken.push({ from, event, to: step.state })
    from = step.state
  }
  return taken
}

function leadsTo(state: LifeState, ...effects: readonly LifeEffect[]) {
  return { ok: true, state, effects }
}

function refused(refusal: string) {
  return { ok: false, refusal }
}

function effectsOf(step: LifeStep): readonly LifeEffect[] {
  return step.ok ? step.effects : []
}

function leaves(state: LifeState, step: LifeStep): boolean {
  return step.ok && step.state.kind !== state.kind
}

function isIn(state: LifeState, kind: LifeStateKind): boolean {
  return state.kind === kind
}

function isOneOf(one: { readonly kind: string }, kinds: readonly string[]): boolean {
  return kinds.includes(one.kind)
}

/** With its conditions, so that no two have the same name. */
function nameOf({ kind, ...conditions }: LifeState | LifeEvent): string {
  const words = Object.entries(conditions).map(([name, value]) => `${name} ${value}`)
  return [kind, ...words].join(' ')
}
