import type { Store } from '@gatehouse/auth-core/ports'
import { keepMail, keepOutcome, nothingHanded } from './handed.ts'
import { excessOfGuesses, faultsInRecords, secretsIn } from './invariants.ts'
import { differences, expectedOf, observe } from './observe.ts'
import { createPossibleWorlds } from './possible-worlds.ts'
import { resolve } from './resolve.ts'
import { isMailMissing, receive } from './rules/mails.ts'
import { createService, type RequestOptions } from './service.ts'
import { type Setting, settingsOf } from './setting.ts'
import type { Request, Step } from './step.ts'

/** A run of the service beside the model. */
export interface Run {
  /** Takes one step with both. @throws {Error} When the service does what no world allows. */
  take(step: Step): Promise<void>
}

/** Begins a run on a store, or in memory. */
export function startRun(setting: Setting, store?: Store): Run {
  const service = createService(settingsOf(setting), store)
  const { clock } = service.ports
  const handed = nothingHanded()
  const worlds = createPossibleWorlds(() => ({
    now: clock.now().getTime() / 1000,
    settings: setting,
  }))
  let guessesSince = 0

  async function request(requests: readonly Request[], options?: RequestOptions): Promise<void> {
    const acts = requests.map((one) => resolve(handed, one))
    const seen = await service.request(acts, options)
    failWith(seen.flatMap((one, index) => secretsIn(handed, acts[index], one)))
    for (const one of seen) keepOutcome(handed, one)
    const disturbed = acts.length > 1 || options?.fault !== undefined
    worlds.check({ acts, seen, leniency: { limits: setting.lowLimits, disturbed } })

    const mails = await service.mails()
    for (const mail of mails) keepMail(handed, mail)
    worlds.narrow((ruling) => {
      const wrong = mails.map((mail) => receive(ruling, mail)).filter((one) => one !== null)
      return wrong.length === 0 && isMailMissing(ruling) ? ['a mail is missing'] : wrong
    })
  }

  async function look(): Promise<void> {
    await service.hear()
    const seen = await observe(service, handed)
    worlds.narrow((ruling) => differences(seen, expectedOf(ruling, handed)))
    failWith(await faultsInRecords(service, handed))
    failWith(excessOfGuesses(service, guessesSince))
  }

  async function pass(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      clock.advance(60)
      await service.runJobs()
      worlds.pass()
    }
  }

  /** A process that died is taken for dead, and what it held has run out, after a minute. */
  async function recover(): Promise<void> {
    clock.advance(1)
    await pass(1)
  }

  const takers: { readonly [Do in Step['do']]: (step: StepOf<Do>) => Promise<void> } = {
    request: ({ of }) => request([of]),
    async again({ of, times }) {
      for (let time = 0; time < times; time += 1) await request([fromOneOfMany(of, time)])
    },
    together: ({ of, turns }) => request(of, { turns }),
    async 'cut off'({ of, fault }) {
      await request([of], { fault })
      await recover()
    },
    pass: ({ minutes }) => pass(minutes),
    async jump({ seconds }) {
      clock.advance(seconds)
      if (seconds < 0) guessesSince = service.guesses.length
    },
  }

  return {
    async take<Do extends Step['do']>(step: StepOf<Do>) {
      const taker: (step: StepOf<Do>) => Promise<void> = takers[step.do as Do]
      await taker(step)
      await look()
    },
  }
}

type StepOf<Do extends Step['do']> = Extract<Step, { readonly do: Do }>

/** An attacker with many networks uses another one each time. */
function fromOneOfMany(of: Request, time: number): Request {
  return of.network === 'many' ? { ...of, network: `203.0.113.${time}` } : of
}

function failWith(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
