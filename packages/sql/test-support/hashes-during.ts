import { Worker } from 'node:worker_threads'

/** Does work and counts the password hashes that threads are asked for meanwhile. */
export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function counted(...parameters: Parameters<typeof postMessage>) {
    const [message] = parameters as [unknown]
    if (typeof message === 'object' && message !== null && 'password' in message) hashes += 1
    postMessage.apply(this, parameters)
  }
  try {
    await work()
  } finally {
    Worker.prototype.postMessage = postMessage
  }
  return hashes
}
