/** A backend that can be kept busy without doing much. It tells its parent the port. */
import { createServer, type ServerResponse } from 'node:http'
import { tellPort } from '../../processes/tell-port.ts'

const block = Buffer.alloc(65_536)

/** As a small question to a database takes, in milliseconds. */
const workMs = 2

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume()
  if (request.url === '/api/quick') setTimeout(() => response.end('{}'), workMs)
  else if (request.url === '/api/endless') sendFor(response)
  // Anything else is not answered while it lasts.
  else request.on('end', () => setTimeout(() => response.end(), 600_000).unref())
})
server.listen(0, '127.0.0.1', 4096, () => tellPort(server.address()))

function sendFor(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(block));
  }
  response.on('drain', more)
  more()
}
