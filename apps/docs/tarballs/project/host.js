// A host that has mounted all routes and names its tools. Its mails are printed.
import { createServer } from 'node:http'
import { openGatehouse, printMails } from '@gatehouse/embed'
import { memory } from '@gatehouse/embed/sqlite'

const gate = await openGatehouse({
  records: memory(),
  mailer: printMails(),
  http: { prefix: '/identity', agents: { cli: ['gatehouse-cli/'], vscode: ['gatehouse-vscode/'] } },
  onError: console.error,
})

const server = createServer((request, response) => void gate.node(request, response))
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => server.close(() => void gate.close()))
