/**
 * Clients that log in or refresh again and again, told what to do by one message, and to say how many were answered by
 * `stop`. They take their time: each begins anew when it has its answer.
 */
import { password } from '../../accounts/fill.ts'
import { postJson } from '../../post-json.ts'
import type { ClientsPlan } from '../clients-plan.ts'

let answered = 0
let failed = 0
let isOver = false
let clients: readonly Promise<void>[] = []

process.on('message', (message: ClientsPlan | 'stop') => {
  if (message === 'stop') void stop()
  else start(message)
})
process.send?.({ ready: 1 })

function start({ concurrency, kind, url, who }: ClientsPlan): void {
  let next = 0
  const operation = (each: string) =>
    kind === 'logins'
      ? postJson(`${url}/login`, { email: each, password })
      : postJson(`${url}/refresh`, { token: each })
  const client = async () => {
    while (!isOver) {
      const each = who[next % who.length] ?? ''
      next += 1
      await operation(each).then(
        () => {
          answered += 1
        },
        () => {
          failed += 1
        },
      )
    }
  }
  clients = Array.from({ length: concurrency }, client)
}

async function stop(): Promise<void> {
  isOver = true
  await Promise.all(clients)
  process.send?.({ answered, failed })
}
