import { jest } from '@jest/globals'
import { openStage } from '../../testing/stage.ts'
import { describeFlow } from '../support/describe-flow.ts'
import { keycloakSettings, realmTimeout } from '../support/keycloak.ts'

jest.setTimeout(realmTimeout)

describeFlow(async () => openStage(await keycloakSettings()))
