/** The model as a command: on the store and for as many runs as you like. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { checkModel } from './check-model.ts'
import { stores } from './stores.ts'

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'memory' },
    runs: { type: 'string', default: '100' },
    steps: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})

const numbers = {
  runs: Number(values.runs),
  steps: Number(values.steps),
  seed: Number(values.seed),
}
const openStore = stores[values.store]
if (!openStore || !Object.values(numbers).every(Number.isSafeInteger)) {
  const usage =
    'npm run model -- [--store memory|sqlite|postgres] [--runs N] [--steps N] [--seed N]'
  process.stderr.write(`usage: ${usage}\n`)
  process.exit(2)
}

const beganAt = Date.now()
const { runs, steps, seed } = numbers
process.stdout.write(`--store ${values.store} --runs ${runs} --steps ${steps} --seed ${seed}\n`)
try {
  await checkModel({ ...numbers, openStore })
  process.stdout.write(`passed in ${Math.round((Date.now() - beganAt) / 1000)} s\n`)
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\nFAILED\n`)
  process.exitCode = 1
}
