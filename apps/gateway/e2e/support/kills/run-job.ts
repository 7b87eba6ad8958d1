/**
 * One round of a job of the core, named by JOB, on what the settings name. The process kills itself
 * at the point KILL_AT, and ends with 0 when there were fewer.
 */
import { createJobs, type JobPorts } from '@gatehouse/auth-core'
import { createNodeSecrets, createSealer, createSystemClock } from '@gatehouse/crypto'
import { createSqlStore } from '@gatehouse/sql'
import { loadMasterKeys } from '../../../src/compose/master-keys.ts'
import { openCredentialStore } from '../../../src/compose/open-credential-store.ts'
import { openDatabase } from '../../../src/compose/open-database.ts'
import { readGatewaySettings } from '../../../src/compose/read-gateway-settings.ts'
import { counted, step } from './die-at-step.ts'
import type { KillPoint } from './steps.ts'

const { JOB, KILL_AT = '', STEPS_FILE: _, ...env } = process.env
const reading = readGatewaySettings(env)
if (!reading.ok) throw new Error(reading.mistakes.map(({ message }) => message).join('\n'))
const { value: settings } = reading
const masterKeys = await loadMasterKeys(settings.keys, async () => true)
const sealer = createSealer(masterKeys)
const systemClock = createSystemClock()
let minutesAgo = 0
const clock = { now: () => new Date(systemClock.now().getTime() - minutesAgo * 60_000) }
const database = openDatabase(settings.database)
const { credentialStore } = await openCredentialStore(settings.credentialStore, {
  database,
  sealer,
  clock,
})
const unused = new Proxy({}, { get: () => () => Promise.reject(new Error('not of this job')) })
const jobs = createJobs({
  clock,
  credentialStore,
  replicaId: '',
  secrets: createNodeSecrets(masterKeys),
  store: createSqlStore(database, { sealer }),
  ...({ mailer: unused, keyRing: unused, endings: unused } as Pick<
    JobPorts,
    'mailer' | 'keyRing' | 'endings'
  >),
})
const job = jobs.find(({ name }) => name === JOB)
if (!job) throw new Error(`there is no job ${JOB}`)
// What cannot be undone is done by a clock alone that has gone on steadily: a look at each of ten minutes.
for (minutesAgo = 10; minutesAgo > 0; minutesAgo -= 1) {
  await jobs.find(({ name }) => name === 'tidy')?.run()
}
await counted(JSON.parse(KILL_AT) as KillPoint, async () => {
  await job.run()
  step('end')
})
await database.close()
