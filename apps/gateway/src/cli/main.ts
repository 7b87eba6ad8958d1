#!/usr/bin/env node
/** The command `gatehouse`, for operators. */
import { initKeycloak, type Told } from '../compose/init-keycloak.ts'

const commands: Readonly<Record<string, () => Promise<Told>>> = {
  'keycloak init': () => initKeycloak(process.env),
}

const usage = `usage: gatehouse keycloak init

  keycloak init   makes the account that the gateway makes realms with, or sets it right.
                  Needs KEYCLOAK_URL, KEYCLOAK_ADMIN and KEYCLOAK_ADMIN_PASSWORD in the environment.
`

const command = commands[process.argv.slice(2).join(' ')]
if (command === undefined) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  const { ok, lines } = await command()
  const stream = ok ? process.stdout : process.stderr
  stream.write(lines.map((line) => `${line}\n`).join(''))
  process.exitCode = ok ? 0 : 1
}
