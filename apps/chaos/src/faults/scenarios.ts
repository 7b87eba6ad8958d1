import type { Scenario } from './scenario.ts'
import { slowRealm, undoneSignUps } from './scenarios/f-1.ts'
import { withdrawnWhileStopping } from './scenarios/f-2.ts'
import { rightPasswords } from './scenarios/f-3.ts'
import { confirmedPasswords } from './scenarios/f-4.ts'
import { mailsWithoutDatabase } from './scenarios/f-5.ts'
import { silentMailServer } from './scenarios/f-6.ts'
import { hangingWorkers } from './scenarios/f-7.ts'
import { wrongClocks } from './scenarios/f-8.ts'
import { standbys } from './scenarios/f-9.ts'
import { stoodStill } from './scenarios/f-10.ts'
import { bulkheads } from './scenarios/f-11.ts'
import { lateRealm } from './scenarios/late-realm.ts'
import { lateSender } from './scenarios/late-sender.ts'
import { overload } from './scenarios/load.ts'
import { lostCommits } from './scenarios/lost-commits.ts'
import { stoppedSender } from './scenarios/mail-sender.ts'
import { moveRaces } from './scenarios/move-races.ts'
import { moveUnderKills } from './scenarios/move-under-kills.ts'
import { pools } from './scenarios/pgbouncer.ts'
import { randomFaults } from './scenarios/random-faults.ts'
import { rollingUpgrade } from './scenarios/rolling-upgrade.ts'
import { killedWorkers } from './scenarios/worker-kills.ts'

/** Every scenario, in the order in which they are listed and run. */
export const scenarios: readonly Scenario[] = [
  slowRealm,
  ...undoneSignUps,
  withdrawnWhileStopping,
  ...rightPasswords,
  ...confirmedPasswords,
  mailsWithoutDatabase,
  silentMailServer,
  ...hangingWorkers,
  ...wrongClocks,
  ...standbys,
  stoodStill,
  ...bulkheads,
  lateSender,
  ...moveRaces,
  ...lostCommits,
  stoppedSender,
  overload,
  ...killedWorkers,
  lateRealm,
  ...pools,
  rollingUpgrade,
  moveUnderKills,
  randomFaults,
]
