/** Every change of an account that takes several steps, cut off by SIGKILL at each of them. */
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createRandom } from '../../../testing/random.ts'
import type { Command, Scene, Trial } from './commands/command.ts'
import { expectWhole } from './expect-whole.ts'
import type { KillEnvironment } from './kill-environment.ts'
import { foundOrganization } from './organization.ts'
import { type KillPoint, stepsThatDiffer } from './steps.ts'

const seed = Number(process.env.KILLS_SEED ?? randomInt(2 ** 31))
const isFull = process.env.KILLS === 'all'

/** What people have wanted is prepared, and looked at afterwards, for so many kills at once. */
const batchSize = 8

/** Where it is tried, and what. */
export interface KillPlan {
  readonly open: () => Promise<KillEnvironment>
  readonly commands: readonly Command[]
  /** How many of them are drawn, unless each step is tried. All unless given. */
  readonly drawn?: number
}

/** A command that was cut off. */
interface Cut {
  readonly trial: Trial
  readonly where: string
}

/**
 * The tests of a plan. Each command that is drawn is killed once, after one of the things that it makes to last; with
 * KILLS=all at every step that leaves something else behind.
 */
export function describeKills({ open, commands, drawn = commands.length }: KillPlan): void {
  const random = createRandom(seed)
  let scene: Scene

  beforeAll(async () => {
    const kills = await open()
    scene = { kills, organization: await foundOrganization(kills.environment) }
  }, 120_000)

  afterAll(() => scene?.kills.environment.close())

  if (isFull) {
    it.each(commands)(
      'T-26: $name is whole or not begun after a kill at each step',
      async (command) => {
        const steps = await undisturbed(command)
        const points = stepsThatDiffer(steps).map((step) => ({ command, at: { step } }))
        for (let done = 0; done < points.length; done += batchSize) {
          await killAt(points.slice(done, done + batchSize))
        }
      },
      1_800_000,
    )
  } else {
    it(`T-26: each change is whole or not begun after a kill in its midst (KILLS_SEED=${seed})`, async () => {
      const points = draw(drawn).map((command) => {
        return { command, at: { effect: random(command.effects) + 1 } }
      })
      await killAt(points)
    }, 600_000)
  }

  it('T-26: nothing is half there afterwards', () => expectWhole(scene), 120_000)

  function draw(count: number): readonly Command[] {
    const left = [...commands]
    return Array.from({ length: count }, () => left.splice(random(left.length), 1)).flat()
  }

  async function killAt(
    points: readonly { readonly command: Command; readonly at: KillPoint }[],
  ): Promise<void> {
    const trials = await Promise.all(points.map(({ command }) => command.prepare(scene)))
    const cuts: Cut[] = []
    for (const [index, { command, at }] of points.entries()) {
      const trial = trials[index]
      if (trial) cuts.push(await cut(command, trial, at))
    }
    await Promise.all(cuts.map(check))
  }

  async function cut({ name }: Command, trial: Trial, at: KillPoint): Promise<Cut> {
    const { answer, hasDied, steps } = await trial.cut(at)
    const where = `${name}, killed ${JSON.stringify(at)} at step ${steps.length}: ${steps.at(-1)}`
    process.stdout.write(`${where}\n`)
    if (!answer) await scene.kills.startAgain()
    // A token or a group that is there already saves steps.
    const isOver = 'step' in at && steps.length < at.step
    expect([where, hasDied]).toEqual([where, !isOver])
    return { trial, where }
  }

  /** @returns The steps of a command. */
  async function undisturbed({ prepare, effects, name }: Command): Promise<readonly string[]> {
    const trial = await prepare(scene)
    const { answer, steps, hasDied, effects: counted } = await trial.cut({ step: 0 })
    expect([name, hasDied]).toEqual([name, false])
    // Transactions that met others are repeated.
    expect(counted).toBeGreaterThanOrEqual(effects)
    if (answer) expect(answer.status).toBeLessThan(300)
    else await scene.kills.startAgain()
    await trial.check()
    return steps
  }
}

/** Says at which step it was when something is not as expected. */
async function check({ trial, where }: Cut): Promise<void> {
  try {
    await trial.check()
  } catch (error) {
    if (error instanceof Error) error.message = `${where}\n${error.message}`
    throw error
  }
}
