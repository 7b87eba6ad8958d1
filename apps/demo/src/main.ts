import { launchDemo } from './launch-demo.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort())
}
// A closed terminal must not leave the children running.
process.stdout.on('error', () => stop.abort())

process.exitCode = await launchDemo({
  env: process.env,
  output: process.stdout,
  stop: stop.signal,
})
