/**
 * Guesses passwords at a steady rate, however slowly it is answered: `<url> <networks> <a second>
 * <address>…`. Half of the guesses are at the first address. Tells its parent the counts when it is asked.
 */
import { Agent, request } from 'node:http'

const [url = '', networkCount = '1', perSecond = '1000', ...addresses] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 4000 })
const counts: Record<string, number> = { sent: 0, lost: 0 }
let sent = 0

function networkOf(number: number): string {
  const place = number % Number(networkCount)
  return `10.${place >> 16}.${(place >> 8) & 255}.${place & 255}`
}

function guess(number: number): void {
  const email = number % 2 === 0 ? addresses[0] : addresses[number % addresses.length]
  const body = JSON.stringify({ email, password: `a guess, the ${number}th` })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'gatehouse-cli/1.0',
    'x-forwarded-for': networkOf(number),
  }
  const attempt = request(`${url}/login`, { method: 'POST', agent, headers }, (answer) => {
    const status = `status${answer.statusCode}`
    counts[status] = (counts[status] ?? 0) + 1
    answer.resume()
  })
  attempt.on('error', () => {
    counts.lost = (counts.lost ?? 0) + 1
  })
  attempt.end(body)
}

const begun = performance.now()
setInterval(() => {
  const due = ((performance.now() - begun) / 1000) * Number(perSecond)
  for (; sent < due; sent += 1) guess(sent)
  counts.sent = sent
}, 5)
process.on('message', () => process.send?.(counts))
