/** T-26: the gateway on SQLite is killed in the midst of what changes an account. */
import { openTestEnvironment } from '../testing/test-environment.ts'
import { describeKills } from './support/kills/describe-kills.ts'
import { createKillEnvironment, dyingSettings } from './support/kills/kill-environment.ts'
import { localCommands } from './support/kills/local-commands.ts'
import { newStepsFile } from './support/kills/steps-file.ts'
import { viewLocalUsers } from './support/kills/user-view.ts'

describeKills({
  commands: localCommands,
  async open() {
    const stepsFile = await newStepsFile()
    const environment = await openTestEnvironment(dyingSettings(stepsFile))
    return createKillEnvironment(environment, { users: viewLocalUsers(environment), stepsFile })
  },
})
