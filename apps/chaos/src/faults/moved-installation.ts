import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { person, runGatehouse } from '@gatehouse/gateway/testing'
import { createDatabase, type TestDatabase } from '@gatehouse/sql/testing'
import type { Relay } from '../relay.ts'
import { type Person, shown } from './gateway.ts'
import type { Rig, Settings } from './rig.ts'
import { checkNothingIsLeft, repeat } from './steps.ts'

/** The command that moves an installation from SQLite to PostgreSQL. */
export const moveCommand = ['migrate', 'sqlite-to-postgres'] as const

/** An installation on SQLite, and an empty PostgreSQL for it. */
export interface MovedInstallation {
  readonly people: readonly Person[]
  readonly target: TestDatabase
  /** The way of the command to the target. */
  readonly way: Relay
  /** What the command is started with. */
  readonly environment: Settings
  /** The settings of a gateway on the target. @param over Another way to it. */
  onTarget(over?: Pick<Relay, 'port'>): Settings
}

/** Makes one. @param count How many people sign up. */
export async function makeInstallation(rig: Rig, count: number): Promise<MovedInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-move-'))
  rig.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { settings } = await rig.surroundings()
  const { DATABASE_URL: _, MASTER_KEY: __, ...rest } = settings
  const onSqlite = { ...rest, DATA_DIR: dataDir }
  rig.say(`${count} people sign up on SQLite`)
  const before = await rig.gateway(onSqlite)
  const people = Array.from({ length: count }, () => person())
  for (const who of people) {
    const made = await repeat(
      30,
      () => before.signUp(who),
      ({ status }) => status === 201,
    )
    if (made.status !== 201) throw new Error(`sign-up: ${shown(made)}`)
  }
  await before.process().stop()
  const key = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim()
  const server = await rig.lab.server()
  const target = await createDatabase(server.url)
  rig.defer(() => target.drop())
  const way = await rig.relayTo(server.port)
  const addressOver = ({ port }: Pick<Relay, 'port'>) => {
    const address = new URL(target.url)
    address.port = String(port)
    return address.href
  }
  return {
    people,
    target,
    way,
    environment: { ...onSqlite, TARGET_DATABASE_URL: addressOver(way) },
    onTarget: (over = server) => ({ ...rest, DATABASE_URL: addressOver(over), MASTER_KEY: key }),
  }
}

/** Checks that everything is on the target once, and that everyone logs in there. */
export async function checkMoved(rig: Rig, moved: MovedInstallation): Promise<void> {
  const { people, target, environment, onTarget } = moved
  const verified = await runGatehouse([...moveCommand, '--verify-only'], environment)
  const difference = verified.errors.slice(-300)
  rig.check(`compared value by value: ${verified.code} ${difference}`, verified.code === 0)
  rig.say('everyone logs in')
  const after = await rig.gateway(onTarget())
  const odd: string[] = []
  for (const who of people) {
    const entered = await after.logIn(who)
    if (entered.status !== 200) odd.push(shown(entered))
  }
  rig.check(`${people.length} log in, refused: ${odd.length} ${odd[0] ?? ''}`, odd.length === 0)
  await checkNothingIsLeft(rig, target, 60)
}
