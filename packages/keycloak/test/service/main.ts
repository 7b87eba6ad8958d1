import { startKeycloak, stopKeycloak } from './keycloak-service.ts'

const [command = 'start'] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

if (command === 'start') {
  const { url, admin } = await startKeycloak(say)
  say(`Keycloak is at ${url}, administrator ${admin.username}, password ${admin.password}`)
} else if (command === 'stop') {
  await stopKeycloak()
} else {
  say('usage: npm run services [-- start | stop]')
  process.exitCode = 2
}
