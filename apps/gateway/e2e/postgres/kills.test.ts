/** T-26: the gateway on PostgreSQL is killed in the midst of what changes an account. */
import { describeKills } from '../support/kills/describe-kills.ts'
import { createKillEnvironment, dyingSettings } from '../support/kills/kill-environment.ts'
import { localCommands } from '../support/kills/local-commands.ts'
import { newStepsFile } from '../support/kills/steps-file.ts'
import { viewLocalUsers } from '../support/kills/user-view.ts'
import { openPostgresEnvironment } from '../support/postgres-environment.ts'

describeKills({
  commands: localCommands,
  drawn: 6,
  async open() {
    const stepsFile = await newStepsFile()
    const environment = await openPostgresEnvironment(dyingSettings(stepsFile))
    return createKillEnvironment(environment, { users: viewLocalUsers(environment), stepsFile })
  },
})
