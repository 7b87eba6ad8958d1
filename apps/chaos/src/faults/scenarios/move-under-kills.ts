import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killGatehouseWhen, person, runGatehouse } from '@gatehouse/gateway/testing'
import { createDatabase } from '@gatehouse/sql/testing'
import { shown } from '../gateway.ts'
import type { Scenario } from '../scenario.ts'
import { checkNothingIsLeft } from '../steps.ts'

const command = ['migrate', 'sqlite-to-postgres']

/** How many people there are to move. */
const crowd = 60

/** The move from SQLite, by a command that is killed and cut off. */
export const moveUnderKills: Scenario = {
  id: 'H-12',
  name: 'the move to PostgreSQL, under kills',
  does: 'The command that moves an installation is killed six times at random moments, and its connections are cut three times, over a slow connection; then it is run to its end.',
  holds:
    'Everything is there once: everyone logs in on PostgreSQL with the password they had, and the command finds no difference.',
  async run(rig) {
    const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-move-'))
    rig.defer(() => rm(dataDir, { recursive: true, force: true }))
    const { settings } = await rig.surroundings()
    const { DATABASE_URL: _, MASTER_KEY: __, ...rest } = settings
    const onSqlite = { ...rest, DATA_DIR: dataDir }
    rig.say(`${crowd} people sign up on SQLite`)
    const before = await rig.gateway(onSqlite)
    const people = Array.from({ length: crowd }, () => person())
    for (const who of people) await before.signUp(who)
    await before.process().stop()
    const server = await rig.lab.server()
    const target = await createDatabase(server.url)
    rig.defer(() => target.drop())
    const way = await rig.relayTo(server.port)
    const address = new URL(target.url)
    address.port = String(way.port)
    const env = { ...onSqlite, TARGET_DATABASE_URL: address.href }
    way.delay(60)
    for (let kill = 1; kill <= 6; kill += 1) {
      const at = performance.now() + 1500 + rig.random(5000)
      rig.say(`kill ${kill} of 6`)
      await killGatehouseWhen(command, env, () => performance.now() > at)
    }
    for (let cut = 1; cut <= 3; cut += 1) {
      rig.say(`cut ${cut} of 3`)
      const timer = setTimeout(() => way.cut(), 2500 + rig.random(4000))
      const { code } = await runGatehouse(command, env)
      clearTimeout(timer)
      if (code === 0) break
    }
    way.delay(0)
    rig.say('to the end')
    const last = await runGatehouse(command, env)
    const isWhole = last.code === 0 || /is not empty/.test(last.errors)
    rig.check(`the last run: ${last.code} ${last.errors.trim().split('\n').at(-1)}`, isWhole)
    const verified = await runGatehouse([...command, '--verify-only'], env)
    rig.check(
      `compared value by value: ${verified.code} ${verified.errors.slice(-300)}`,
      verified.code === 0,
    )
    rig.say('everyone logs in')
    const key = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim()
    const after = await rig.gateway({ ...rest, DATABASE_URL: target.url, MASTER_KEY: key })
    const odd: string[] = []
    for (const who of people) {
      const entered = await after.logIn(who)
      if (entered.status !== 200) odd.push(shown(entered))
    }
    rig.check(`${crowd} log in, refused: ${odd.length} ${odd[0] ?? ''}`, odd.length === 0)
    await checkNothingIsLeft(rig, target, 60)
  },
}
