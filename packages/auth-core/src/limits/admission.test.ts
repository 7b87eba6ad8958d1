import { describe, expect, it } from '@jest/globals'
import type { Admission, Entrant } from '../ports/admission.ts'
import { createAdmission, defaultAdmissionBounds } from './admission.ts'
import type { AdmissionBounds } from './admission-room.ts'

const overloaded = { kind: 'refused', refusal: 'overloaded', retryAfter: 1 }

describe('T-90: an admission', () => {
  it('does so much at a time, and the rest in turn', async () => {
    const { ask, finish, begun, admission } = create({ concurrency: 2 })
    const all = ['a', 'b', 'c'].map((network) => ask(network))
    await settled()
    expect(begun).toEqual(['a', 'b'])
    expect(admission.use()).toEqual({ underWay: 2, waiting: 1 })
    await finish('a')
    expect(begun).toEqual(['a', 'b', 'c'])
    await finish('b')
    await finish('c')
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done'])
    expect(admission.use()).toEqual({ underWay: 0, waiting: 0 })
  })

  it('goes round over networks, however many of one wait', async () => {
    const { ask, finish, begun } = create({ concurrency: 1 })
    for (const network of ['a', 'a', 'a', 'b', 'c']) void ask(network)
    for (const network of ['a', 'b', 'c', 'a']) await finish(network)
    expect(begun).toEqual(['a', 'b', 'c', 'a', 'a'])
  })

  it('serves known ones first, and every fourth time a stranger', async () => {
    const { ask, finish, begun } = create({ concurrency: 1 })
    void ask('first')
    for (const network of ['s1', 's2', 's3']) void ask(network)
    for (const network of ['k1', 'k2', 'k3', 'k4']) void ask(network, { isKnown: true })
    for (const network of ['first', 'k1', 'k2', 's1', 'k3']) await finish(network)
    expect(begun).toEqual(['first', 'k1', 'k2', 's1', 'k3', 'k4'])
  })

  it('refuses at once what is too much of one network', async () => {
    const { ask, finish, begun } = create({ maxPerNetwork: 2 })
    const [one] = [ask('a'), ask('a')]
    expect(await ask('a')).toEqual(overloaded)
    await finish('a')
    expect(await one).toBe('done')
    void ask('a')
    await settled()
    expect(begun).toEqual(['a', 'a', 'a'])
  })

  it('refuses at once what is too much in all', async () => {
    const { ask } = create({ concurrency: 1, maxWaiting: 2 })
    for (const network of ['a', 'b', 'c']) void ask(network)
    expect(await ask('d')).toEqual(overloaded)
  })

  it('counts an attempt for all the work that it takes', async () => {
    const { ask } = create({ concurrency: 1, maxWaiting: 20 })
    void ask('a', { units: 21 })
    expect(await ask('b')).toEqual(overloaded)
  })

  it('that is full lets in a network with little for the last of one with much', async () => {
    const { ask, finish, begun } = create({ concurrency: 1, maxWaiting: 3 })
    const flood = [ask('a'), ask('a'), ask('a'), ask('a')]
    const honest = ask('b')
    expect(await flood[3]).toEqual(overloaded)
    await finish('a')
    await finish('b')
    expect(await honest).toBe('done')
    expect(begun).toEqual(['a', 'b', 'a'])
  })

  it('that is full of strangers lets in a known one', async () => {
    const { ask, finish } = create({ concurrency: 1, maxWaiting: 2 })
    const strangers = [ask('a'), ask('b'), ask('c')]
    const known = ask('d', { isKnown: true })
    expect(await strangers[2]).toEqual(overloaded)
    await finish('a')
    await finish('d')
    expect(await known).toBe('done')
  })

  it('tells beforehand who would be refused, and lets no one go for it', async () => {
    const { admission, ask, finish } = create({ concurrency: 1, maxWaiting: 2 })
    const strangers = [ask('a'), ask('b'), ask('b')]
    expect(admission.refusalFor(entrant('b'))).toEqual(overloaded)
    expect(admission.refusalFor(entrant('b', { isKnown: true }))).toBeNull()
    expect(admission.refusalFor(entrant('c'))).toBeNull()
    await finish('a')
    await finish('b')
    await finish('b')
    expect(await Promise.all(strangers)).toEqual(['done', 'done', 'done'])
    expect(admission.refusalFor(entrant('b'))).toBeNull()
  })

  it('never begins what no client waits for, and takes no place for it', async () => {
    const { ask, begun, finish } = create({ concurrency: 1, maxWaiting: 1 })
    void ask('a')
    const signal = { aborted: false }
    const left = ask('b', { signal })
    signal.aborted = true
    void ask('c')
    expect(await left).toEqual(overloaded)
    await finish('a')
    expect(begun).toEqual(['a', 'c'])
  })

  it('lets one attempt at a subject hold no more than its own places', async () => {
    const { ask, finish, begun } = create({ concurrency: 2 })
    for (const _ of [1, 2, 3]) void ask('a', { subject: 'ada', isKnown: true, units: 1 })
    const other = ask('b', { subject: 'bob' })
    await settled()
    expect(begun).toEqual(['a', 'b'])
    await finish('b')
    expect(await other).toBe('done')
    await finish('a')
    expect(begun).toEqual(['a', 'b', 'a'])
  })

  it('goes on with what has begun though its client has gone, and counts its subject as busy', async () => {
    const { admission } = create({ concurrency: 2 })
    const signal = { aborted: false }
    const ends: (() => void)[] = []
    const piece = () => new Promise<string>((resolve) => ends.push(() => resolve('done')))
    const first = entrant('a', { subject: 'ada', units: 3, signal })
    const attempt = admission.admit(first, (turn) =>
      Promise.all([turn(piece), turn(piece), turn(piece)]),
    )
    await settled()
    signal.aborted = true
    ends[0]?.()
    await settled()
    expect(ends).toHaveLength(3)
    const next = admission.admit(entrant('b', { subject: 'ada' }), (turn) =>
      turn(async () => 'next'),
    )
    await settled()
    expect(admission.use()).toEqual({ underWay: 2, waiting: 1 })
    for (const end of ends) end()
    expect(await attempt).toEqual(['done', 'done', 'done'])
    expect(await next).toBe('next')
  })

  it('keeps its subject busy while a piece runs on after another has failed', async () => {
    const { admission } = create({ concurrency: 2 })
    const failing = { fail: () => {}, end: () => {} }
    const attempt = admission.admit(entrant('a', { subject: 'ada', units: 2 }), (turn) =>
      Promise.all([
        turn(() => new Promise((_, reject) => (failing.fail = () => reject(new Error('broken'))))),
        turn(() => new Promise<void>((resolve) => (failing.end = resolve))),
      ]),
    )
    await settled()
    failing.fail()
    await expect(attempt).rejects.toThrow('broken')
    const next = admission.admit(entrant('b', { subject: 'ada' }), (turn) =>
      turn(async () => 'next'),
    )
    await settled()
    expect(admission.use()).toEqual({ underWay: 1, waiting: 1 })
    failing.end()
    expect(await next).toBe('next')
  })

  it('gives up what has waited for too long', async () => {
    let now = 0
    const { ask, finish, begun } = create({ concurrency: 1 }, () => now)
    const slow = ask('a')
    const late = ask('b')
    now = 1500
    const waiting = ask('c')
    now = 2100
    await finish('a')
    expect(await slow).toBe('done')
    expect(await late).toEqual(overloaded)
    await finish('c')
    expect(await waiting).toBe('done')
    expect(begun).toEqual(['a', 'c'])
  })

  it('lets those of known networks wait for longer, and not for ever', async () => {
    let now = 0
    const { ask, finish, begun } = create({ concurrency: 1 }, () => now)
    void ask('a')
    const known = ask('b', { isKnown: true })
    const late = ask('c', { isKnown: true })
    now = 9900
    await finish('a')
    now = 10_100
    await finish('b')
    expect(await known).toBe('done')
    expect(await late).toEqual(overloaded)
    expect(begun).toEqual(['a', 'b'])
  })

  it('begins no further piece of an attempt that has failed', async () => {
    const { admission } = create({ concurrency: 1 })
    const begun: string[] = []
    const attempt = admission.admit(entrant('a', { units: 3 }), (turn) =>
      Promise.all(
        ['one', 'two', 'three'].map((name) =>
          turn(async () => {
            begun.push(name)
            throw new Error('broken')
          }),
        ),
      ),
    )
    await expect(attempt).rejects.toThrow('broken')
    expect(begun).toEqual(['one'])
    const next = admission.admit(entrant('a'), (turn) => turn(async () => 'done'))
    expect(await next).toBe('done')
    expect(admission.use()).toEqual({ underWay: 0, waiting: 0 })
  })
})

describe('T-105: strangers at one account', () => {
  it('are few at a time, and never in the way of its own networks', async () => {
    const { ask, finish, begun } = create({ maxPerSubject: 2 })
    const subject = 'ada@example.com'
    void ask('a', { subject })
    void ask('b', { subject })
    expect(await ask('c', { subject })).toEqual({ ...overloaded, refusal: 'rate_limited' })
    const owner = ask('d', { subject, isKnown: true })
    await finish('d')
    expect(await owner).toBe('done')
    expect(begun).toEqual(['a', 'd'])
    await finish('a')
    void ask('c', { subject })
    await settled()
    expect(begun).toEqual(['a', 'd', 'b'])
  })

  it('go on with what they have begun, whatever comes from its own networks', async () => {
    const { admission, ask, begun } = create({ concurrency: 2 })
    const subject = 'ada@example.com'
    const gate = Promise.withResolvers<void>()
    const stranger = admission.admit(entrant('stranger', { subject, units: 2 }), async (turn) => {
      await turn(() => gate.promise)
      return turn(async () => 'both pieces')
    })
    void ask('owner', { subject, isKnown: true })
    await settled()
    expect(begun).toEqual(['owner'])
    gate.resolve()
    expect(await stranger).toBe('both pieces')
  })

  it('do not begin while one of its own networks is at work, nor keep it waiting', async () => {
    const { ask, finish, begun } = create({})
    const subject = 'ada@example.com'
    void ask('owner', { subject, isKnown: true })
    void ask('stranger', { subject })
    void ask('another', { subject: 'bob@example.com' })
    await settled()
    expect(begun).toEqual(['owner', 'another'])
    await finish('owner')
    expect(begun).toEqual(['owner', 'another', 'stranger'])
    void ask('owner', { subject, isKnown: true })
    await settled()
    expect(begun.at(-1)).toBe('owner')
  })
})

function entrant(network: string, changes: Partial<Entrant> = {}): Entrant {
  return { network, isKnown: false, units: 1, ...changes }
}

/** Work that lasts until a test finishes it. */
function create(changes: Partial<AdmissionBounds>, now?: () => number) {
  const admission: Admission = createAdmission({ ...defaultAdmissionBounds, ...changes }, now)
  const begun: string[] = []
  const running: { readonly network: string; readonly end: () => void }[] = []
  return {
    admission,
    begun,
    ask: (network: string, other?: Partial<Entrant>) =>
      admission.admit(entrant(network, other), (turn) =>
        turn(
          () =>
            new Promise<'done'>((resolve) => {
              begun.push(network)
              running.push({ network, end: () => resolve('done') })
            }),
        ),
      ),
    async finish(network: string) {
      await settled()
      const index = running.findIndex((each) => each.network === network)
      running.splice(index, 1)[0]?.end()
      await settled()
    },
  }
}

/** After everything that waits for nothing but promises. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
