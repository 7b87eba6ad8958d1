import { startKeycloak, stopKeycloak } from './keycloak/keycloak-service.ts'
import { startPostgres, stopPostgres } from './postgres/postgres-service.ts'

/** `npm run services`: starts or stops the servers that some tests need, all of them or the named ones. */
const services = {
  postgres: {
    async start() {
      const { url } = await startPostgres(say)
      say(`PostgreSQL is at ${url}`)
    },
    stop: stopPostgres,
  },
  keycloak: {
    async start() {
      const { url, admin } = await startKeycloak(say)
      say(`Keycloak is at ${url}, administrator ${admin.username}, password ${admin.password}`)
    },
    stop: stopKeycloak,
  },
} as const

const [command = 'start', ...words] = process.argv.slice(2)
const names = words.length > 0 ? words : Object.keys(services)
if ((command === 'start' || command === 'stop') && names.every(isService)) {
  for (const name of names) await services[name][command]()
} else {
  say('usage: npm run services [-- start | stop [postgres] [keycloak]]')
  process.exitCode = 2
}

function isService(name: string): name is keyof typeof services {
  return Object.hasOwn(services, name)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
