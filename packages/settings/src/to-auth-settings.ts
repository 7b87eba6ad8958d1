import { type AuthSettings, defaultSettings, type Limits } from '@gatehouse/auth-core'
import type { Values } from './setting-groups.ts'
import { toRotationSettings } from './to-key-settings.ts'

/** The settings of the core. Values that an operator cannot set come from the core's defaults. */
export function toAuthSettings(values: Values): AuthSettings {
  return {
    ...defaultSettings,
    issuer: values.JWT_ISSUER,
    logoutEndsTokens: values.LOGOUT_ENDS_TOKENS,
    introspectionSecret: values.INTROSPECTION_SECRET ?? '',
    signUp: values.SIGN_UP,
    signUpDomains: values.SIGN_UP_DOMAINS,
    unconfirmedAccounts: values.UNCONFIRMED_ACCOUNTS,
    invitationSeconds: values.INVITATION_DAYS.seconds,
    otpSeconds: values.OTP_MINUTES.seconds,
    otpDefault: values.OTP_DEFAULT,
    loginFloorSeconds: values.LOGIN_FLOOR_MILLISECONDS / 1000,
    otpExemptClients: values.OTP_EXEMPT_CLIENTS,
    auditRetentionSeconds: values.AUDIT_RETENTION_DAYS.seconds,
    ...toRotationSettings(values),
    // Without a directory that is pinned there is nothing to trust in.
    oidcEmailTrust:
      values.PROVIDER_A_TENANT_ID === undefined
        ? {}
        : { provider_a: { directoryPinned: true, trustEmail: values.PROVIDER_A_TRUST_EMAIL } },
    limits: toLimits(values),
  }
}

function toLimits(values: Values): Limits {
  const { limits } = defaultSettings
  return {
    signUpPerNetwork: { ...limits.signUpPerNetwork, ...values.LIMIT_SIGN_UP_NETWORK },
    signUpOverall: { ...limits.signUpOverall, ...values.LIMIT_SIGN_UP_OVERALL },
    signUpMailsPerAddress: {
      ...limits.signUpMailsPerAddress,
      ...values.LIMIT_SIGN_UP_MAILS_ADDRESS,
    },
    verificationPause: { ...limits.verificationPause, ...values.LIMIT_VERIFICATION_PAUSE },
    verificationPerAddress: {
      ...limits.verificationPerAddress,
      ...values.LIMIT_VERIFICATION_ADDRESS,
    },
    invitePerNetwork: { ...limits.invitePerNetwork, ...values.LIMIT_INVITE_NETWORK },
    invitePerTenant: { ...limits.invitePerTenant, ...values.LIMIT_INVITE_TENANT },
    invitePerAddress: { ...limits.invitePerAddress, ...values.LIMIT_INVITE_ADDRESS },
    acceptPerNetwork: { ...limits.acceptPerNetwork, ...values.LIMIT_ACCEPT_NETWORK },
    loginStreak: { ...limits.loginStreak, ...values.LIMIT_LOGIN_STREAK },
    loginPerAccount: { ...limits.loginPerAccount, ...values.LIMIT_LOGIN_ACCOUNT },
    loginPerNetwork: { ...limits.loginPerNetwork, ...values.LIMIT_LOGIN_NETWORK },
    loginPerNetworkInAll: {
      ...limits.loginPerNetworkInAll,
      ...values.LIMIT_LOGIN_NETWORK_IN_ALL,
    },
    otpStreak: { ...limits.otpStreak, ...values.LIMIT_OTP_STREAK },
    otpPerAccount: { ...limits.otpPerAccount, ...values.LIMIT_OTP_ACCOUNT },
    otpPerNetwork: { ...limits.otpPerNetwork, ...values.LIMIT_OTP_NETWORK },
    forgotPerAddress: { ...limits.forgotPerAddress, ...values.LIMIT_FORGOT_ADDRESS },
    forgotPerNetwork: { ...limits.forgotPerNetwork, ...values.LIMIT_FORGOT_NETWORK },
    otherPerNetwork: { ...limits.otherPerNetwork, ...values.LIMIT_OTHER_NETWORK },
  }
}
