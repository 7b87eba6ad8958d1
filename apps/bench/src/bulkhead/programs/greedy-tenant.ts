/**
 * Takes as much of the backend as it gets, as one account from one network: `<port> <token> <kind>
 * <connections>`. What is refused is tried again, a tenth of a second later. Tells its parent the counts when it is asked.
 */
import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'

const [port = '', token = '', kind = '', connections = '128'] = process.argv.slice(2)
// It shares a core with the backend and the client that is measured, which must not wait for it there.
setPriority(constants.priority.PRIORITY_LOW)

const counts: Record<string, number> = { opened: 0, refused: 0, served: 0 }

const fields = `Host: x\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: 10.0.0.1\r\n`

function get(target: string): string {
  return `GET ${target} HTTP/1.1\r\n${fields}\r\n`
}

const kinds: Readonly<Record<string, (socket: Socket) => void>> = {
  'slow-uploads'(socket) {
    socket.write(`POST /api/upload HTTP/1.1\r\n${fields}Content-Length: 1000000000\r\n\r\n`)
    every(5000, socket, () => void socket.write('x'))
  },
  'slow-reading'(socket) {
    socket.write(get('/api/endless'))
    socket.once('data', () => socket.pause())
    every(5000, socket, () => void socket.read(1024))
  },
  hanging(socket) {
    socket.write(get('/api/hang'))
  },
  requests(socket) {
    const ask = () => void socket.write(get('/api/quick'))
    socket.on('data', ask)
    ask()
  },
}

function every(ms: number, socket: Socket, work: () => void): void {
  const timer = setInterval(work, ms)
  socket.once('close', () => clearInterval(timer))
}

function count(name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

function open(): void {
  const socket = connect(Number(port), '127.0.0.1')
  count('opened')
  socket.on('error', () => undefined)
  socket.on('data', (data) => {
    const isRefused = /^HTTP\/1\.1 (?:408|429|503) /.test(data.toString('latin1', 0, 16))
    count(isRefused ? 'refused' : 'served')
    if (isRefused) socket.destroy()
  })
  socket.once('close', () => setTimeout(open, 100))
  kinds[kind]?.(socket)
}

for (let opened = 0; opened < Number(connections); opened += 1) open()
process.on('message', () => process.send?.(counts))
process.send?.({ ready: 1 })
