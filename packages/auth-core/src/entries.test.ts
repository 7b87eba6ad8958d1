import { describe, expect, it } from '@jest/globals'
import * as core from './index.ts'
import * as operator from './operator/index.ts'
import * as ports from './ports/index.ts'
import * as requests from './requests/index.ts'

describe('an entry of the package', () => {
  it('for hosts exports these values', () => {
    expect(Object.keys(core)).toEqual([
      'PortError',
      'assertSettings',
      'clientTypes',
      'createAdmission',
      'createAuth',
      'createHeartbeat',
      'createJobs',
      'createLiveEndings',
      'createLiveKeyRing',
      'createMachineVerifier',
      'createTokenCache',
      'defaultAdmissionBounds',
      'defaultSettings',
      'deliverMail',
      'fieldConstraints',
      'memberStateOf',
      'memberStates',
      'oidcAttemptSeconds',
      'purgeExpired',
      'roles',
      'settleAbandonedResets',
      'undoAbandonedAcceptances',
      'undoReservedSignUps',
    ])
  })

  it('for adapters exports the error that they throw, and rules that several of them need', () => {
    expect(Object.keys(ports)).toEqual([
      'NamedCause',
      'PortError',
      'controlCharacter',
      'isLoopbackHost',
      'isSearchedFor',
      'outboxHorizon',
    ])
  })

  it('for operators exports these values', () => {
    expect(Object.keys(operator)).toEqual([
      'chainAudit',
      'createAccount',
      'disableAccount',
      'enableAccount',
      'forceKeyRotation',
      'holdsBackUnconfirmed',
      'importAccounts',
      'importOrganization',
      'isImported',
      'keyAcceptedUntil',
      'keyState',
      'parseEmailAddress',
      'previewForcedRotation',
      'propagationLeft',
      'propagationSeconds',
      'replaceCredential',
      'replicaTtlSeconds',
      'reservationSeconds',
      'revokedKids',
      'rotationPolicy',
      'signingAbility',
      'summarizeOrganizations',
      'unlockAccount',
      'verifyAudit',
    ])
  })

  it('for those who read requests exports these rules', () => {
    expect(Object.keys(requests)).toEqual([
      'assertedNames',
      'bearerChallenge',
      'bearerToken',
      'clientAddress',
      'clientType',
      'coverAll',
      'createTrustedProxies',
      'headerValues',
      'isAssertedName',
      'isIdentityName',
      'keptCookieName',
      'networkOf',
      'peerAddress',
      'unreadableHop',
      'withoutKeptCookie',
    ])
  })
})

it('what an adapter throws is what a host catches', () => {
  expect(new ports.PortError('store', 'unavailable')).toBeInstanceOf(core.PortError)
})
