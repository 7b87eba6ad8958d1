import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Benchmark, Say } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { median } from '../median.ts'
import { wholeOf } from '../option-values.ts'
import { table } from '../table.ts'
import { tellProgress } from '../tell-progress.ts'
import { UsageError } from '../usage-error.ts'
import { measureInstalled, mostInstalledMib } from './installed.ts'
import { compiledGateway, type StartKind, startKinds, top } from './start-kinds.ts'

/** How long it takes until something can be used, and what has to be installed for it. */
export const start: Benchmark = {
  summary:
    '[--rounds 5]: how long starts take: a command, the gateway, npm start; what production needs (after npm run build; du)',

  async run(parameters, say) {
    const { values } = parseArgs({
      args: [...parameters],
      options: { rounds: { type: 'string', default: '5' } },
    })
    const rounds = wholeOf(values.rounds, '--rounds')
    if (!existsSync(compiledGateway)) throw new UsageError('not compiled: npm run build')
    say(describeMachine())
    const rows: { readonly kind: StartKind; readonly seconds: number }[] = []
    for (const kind of startKinds) {
      const turns: number[] = []
      // The first one fills the cache, and is not counted.
      for (let round = 0; round <= rounds; round += 1) {
        tellProgress(`${kind.name}: ${round} of ${rounds}`)
        turns.push(await kind.measure())
      }
      rows.push({ kind, seconds: median(turns.slice(1)) })
    }
    say('')
    say(`Medians of ${rounds} starts, after one that was not counted.`)
    say('')
    const cells = rows.map(({ kind: { name, most }, seconds }) => [
      name,
      seconds.toFixed(2),
      String(most),
      seconds <= most ? 'kept' : '**not kept**',
    ])
    for (const line of table(['Start', 'Seconds', 'At most', ''], cells)) say(line)
    const isWithin = rows.every(({ kind, seconds }) => seconds <= kind.most)
    return (await isSmall(say)) && isWithin
  },
}

async function isSmall(say: Say): Promise<boolean> {
  tellProgress('installing what production needs')
  const mib = await measureInstalled(top)
  const isKept = mib <= mostInstalledMib
  const row = ['for production', mib.toFixed(0), String(mostInstalledMib)]
  const told = table(
    ['Installed', 'MiB', 'At most', ''],
    [[...row, isKept ? 'kept' : '**not kept**']],
  )
  say('')
  for (const line of told) say(line)
  return isKept
}
