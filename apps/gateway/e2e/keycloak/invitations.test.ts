import { jest } from '@jest/globals'
import { openTestEnvironment } from '../../testing/test-environment.ts'
import { describeInvitations } from '../support/describe-invitations.ts'
import { keycloakSettings, realmTimeout } from '../support/keycloak.ts'

jest.setTimeout(realmTimeout)

describeInvitations(async () => openTestEnvironment(await keycloakSettings()))
