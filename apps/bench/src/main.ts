import { benchmarks } from './benchmarks.ts'
import { UsageError } from './usage-error.ts'

const [name = '', ...parameters] = process.argv.slice(2)
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined

// So that started processes are stopped too, by handlers of this process's exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(130))
}

if (benchmark) {
  try {
    const isWithin = await benchmark.run(parameters, (line) => process.stdout.write(`${line}\n`))
    process.exitCode = isWithin ? 0 : 1
  } catch (error) {
    if (!isUsage(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
} else {
  const lines = Object.entries(benchmarks).map(([known, { summary }]) => `  ${known}  ${summary}`)
  process.stderr.write(`usage: npm run bench -- <name> [options]\n${lines.join('\n')}\n`)
  process.exitCode = 2
}

/** Whether an error is about the usage: our own, or of Node's option parser. */
function isUsage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS')
}
