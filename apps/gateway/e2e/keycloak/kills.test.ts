/** T-26: the gateway is killed in the midst of what it has Keycloak change, and Keycloak goes on. */
import { jest } from '@jest/globals'
import { openTestEnvironment } from '../../testing/test-environment.ts'
import { keycloakSettings, realmTimeout, runningKeycloak } from '../support/keycloak.ts'
import { createHand } from '../support/keycloak-hand.ts'
import { describeKills } from '../support/kills/describe-kills.ts'
import { keycloakCommands } from '../support/kills/keycloak-commands.ts'
import { createKillEnvironment, dyingSettings } from '../support/kills/kill-environment.ts'
import { newStepsFile } from '../support/kills/steps-file.ts'
import { viewKeycloakUsers } from '../support/kills/user-view.ts'

jest.setTimeout(realmTimeout)

describeKills({
  commands: keycloakCommands,
  drawn: 5,
  async open() {
    const stepsFile = await newStepsFile()
    const settings = { ...(await keycloakSettings()), ...dyingSettings(stepsFile) }
    const environment = await openTestEnvironment(settings)
    const users = viewKeycloakUsers(createHand(runningKeycloak()))
    return createKillEnvironment(environment, { users, stepsFile })
  },
})
