import { jest } from '@jest/globals'
import { openTestEnvironment } from '../../testing/test-environment.ts'
import { describeFlow } from '../support/describe-flow.ts'
import { keycloakSettings, realmTimeout } from '../support/keycloak.ts'

jest.setTimeout(realmTimeout)

describeFlow(async () => openTestEnvironment(await keycloakSettings()))
