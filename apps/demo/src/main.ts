import { launchDemo } from './launch-demo.ts'
import { watchNpm } from './watch-npm.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort())
}
// A closed terminal must not leave the children running.
process.stdout.on('error', () => stop.abort())
watchNpm(process.env, () => stop.abort())

process.exitCode = await launchDemo({
  env: process.env,
  output: process.stdout,
  stop: stop.signal,
})
