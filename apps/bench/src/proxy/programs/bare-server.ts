/** What Node takes to answer at all. It tells its parent the port. */
import { createServer } from 'node:http'
import { tellPort } from '../../processes/tell-port.ts'
import { largeBytes, smallAnswer, targets } from '../backend.ts'

const large = Buffer.alloc(largeBytes, 'x')
const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    answer(request.url === targets.down ? large : smallAnswer)
    return
  }
  let received = 0
  request.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  request.on('end', () => answer(String(received)))

  function answer(body: string | Buffer): void {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    response.writeHead(200, headers).end(body)
  }
})
server.listen(0, '127.0.0.1', () => tellPort(server.address()))
