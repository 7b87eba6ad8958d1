import { jest } from '@jest/globals'
import { describeFlow } from '../support/describe-flow.ts'
import { keycloakSettings, realmTimeout } from '../support/keycloak.ts'
import { openStage } from '../support/stage.ts'

jest.setTimeout(realmTimeout)

describeFlow(async () => openStage(await keycloakSettings()))
