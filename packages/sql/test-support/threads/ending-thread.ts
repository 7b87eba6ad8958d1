import { exit } from 'node:process'
import { parentPort } from 'node:worker_threads'

// Ends at the passwords that say so, as a thread would that runs out of memory.
parentPort?.on('message', ({ password }: { readonly password: string }) => {
  if (password === 'throw') throw new Error('this thread is broken')
  if (password === 'exit') exit()
  parentPort?.postMessage({ result: { ok: true, value: password }, isStarved: false })
})
