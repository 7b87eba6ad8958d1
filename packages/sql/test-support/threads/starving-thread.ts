import { parentPort, workerData } from 'node:worker_threads'

// Answers with its niceness, and never has a core while it gives way.
parentPort?.on('message', () => {
  const { niceness } = workerData as { readonly niceness: number }
  const result = { ok: true, value: String(niceness) }
  parentPort?.postMessage({ result, isStarved: niceness > 0 })
})
