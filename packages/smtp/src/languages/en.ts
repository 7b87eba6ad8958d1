import { chosenName } from '../chosen-name.ts'
import type { MailLanguage } from './mail-language.ts'

const minutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)

/** `2030-01-31 at 09:05 UTC`, the same for readers in all time zones. */
function moment(at: Date): string {
  const iso = at.toISOString()
  return `${iso.slice(0, 10)} at ${iso.slice(11, 16)} UTC`
}

/** A name in quotes after its noun: `the organization “Acme”`. */
function named(what: string, name: string | undefined, otherwise: string): string {
  const shown = name === undefined ? undefined : chosenName(name)
  return shown === undefined ? otherwise : `${what} “${shown}”`
}

const organizationNamed = (name: string) => named('organization', name, 'organization')
const accountNamed = (username: string, organization: string) =>
  `${named('your account', username, 'your account')} in the ${organizationNamed(organization)}`
const administrator = (username: string) => named('', username, 'an administrator').trim()

const lowered = {
  codes_off: 'Nobody is asked for a code by mail at sign-in any more.',
  clients_exempted: 'More programs sign in without a code by mail.',
  session_lengthened: 'A sign-in lasts longer than before.',
  role_raised: 'An account administers the organization that did not before.',
}

/** English. */
export const en: MailLanguage = {
  closing: (product) => `Sent automatically by ${product}. Replies are not read.`,
  account: ({ organization, username }) =>
    `${named('Organization', organization, 'An organization of yours')}${named(', username', username, '')}`,
  test: (product) => ({
    subject: 'A test mail',
    before: [
      `This mail tests whether ${product} can send mails. It has arrived, so there is nothing to do.`,
    ],
  }),
  mails: {
    verify_email: ({ firstName, organization, username, expiresAt }, product) => ({
      subject: 'Confirm your email address',
      before: [
        chosenName(firstName) === undefined ? 'Hello,' : `Hello ${chosenName(firstName)},`,
        `Somebody, you we hope, signed up for ${product} with this address: ${named('organization', organization, 'an organization')}${named(', username', username, '')}.`,
      ],
      action: 'Confirm email address',
      after: [
        `The link asks for the password of the sign-up. It works once${expiresAt ? `, until ${moment(expiresAt)}` : ''}.`,
      ],
      ignore: 'If that was not you, do nothing. Nobody can confirm the address without this mail.',
    }),
    otp: ({ organization, minutes: left }, product) => ({
      subject: 'Your sign-in code',
      before: [`Enter this code to finish signing in to the ${organizationNamed(organization)}:`],
      after: [
        `It works once, within ${minutes(left)}. Nobody from ${product} will ask you for it.`,
      ],
      alarm:
        "If this wasn't you: someone knows your password. Tell nobody the code, and choose a new password now.",
    }),
    password_reset: ({ accounts, minutes: left }) => ({
      subject: 'Choose a new password',
      before: [
        accounts.length === 1
          ? 'Somebody asked for a new password for this account of yours:'
          : 'Somebody asked for a new password for this address. It has several accounts, each with a password of its own. Choose the one you mean:',
      ],
      action: 'Choose a new password',
      after: [`A link works once, within ${minutes(left)}.`],
      ignore: 'If you did not ask, ignore this mail: your password stays as it is.',
    }),
    password_changed: ({ organization, username, at }) => ({
      subject: 'Your password was changed',
      before: [
        `The password of ${accountNamed(username, organization)} was changed on ${moment(at)}.`,
        'If this was you, there is nothing to do.',
      ],
      alarm:
        "If this wasn't you: someone else can sign in, and may be reading your mail. Ask for a new password on the sign-in page at once, and tell the administrator of your organization.",
    }),
    password_doubtful: ({ organization, username, at }) => ({
      subject: 'Your password may have been changed',
      before: [
        `A new password of ${accountNamed(username, organization)} was being set when the service was interrupted. On ${moment(at)} all sessions were ended.`,
        'If this was you: sign in with the new password, or with the old one if the new one is refused. If neither works, ask for a new password on the sign-in page.',
      ],
      alarm:
        "If this wasn't you: someone else may be able to sign in. Ask for a new password on the sign-in page at once, and tell the administrator of your organization.",
    }),
    account_claimed: ({ organization, username, at }) => ({
      subject: 'Your old password no longer works',
      before: [
        `On ${moment(at)} you signed in to ${accountNamed(username, organization)}, with an account of yours at another service.`,
        'The address of this account had not been confirmed before, so somebody else may have signed up with it. That is why the password set at sign-up and the API key have stopped working.',
        'Go on signing in the way you just did. If you want a password too, ask for a new one on the sign-in page. If machines use the API key, give them the new one from your profile.',
      ],
      alarm: "If this wasn't you: someone else can use that account. Change its password there.",
    }),
    protection_lowered: ({ organization, username, what, at }) => ({
      subject: 'Your organization is protected less than before',
      before: [
        `On ${moment(at)} the settings of the ${organizationNamed(organization)} were changed by ${administrator(username)}.`,
        ...what.map((one) => lowered[one]),
      ],
      alarm:
        "If you don't know why: sign in, set it back, and ask who did it. If it was not that person, they need a new password at once.",
    }),
    invitation: ({ organization, invitedBy, role, expiresAt }, product) => ({
      subject: 'You are invited to join an organization',
      before: [
        `${named('', invitedBy, 'An administrator').trim()} invites you to join the ${organizationNamed(organization)} on ${product}, ${role === 'user' ? 'as a member' : 'as an administrator'}.`,
      ],
      action: 'Accept the invitation',
      after: [`The link works once, until ${moment(expiresAt)}.`],
      ignore:
        'If you do not know them, do nothing: without this mail nobody can accept the invitation.',
    }),
    email_change: ({ organization, username, expiresAt }, product) => ({
      subject: 'Confirm your new email address',
      before: [
        `An account at ${product} is to have this address: ${named('organization', organization, 'an organization')}${named(', username', username, '')}.`,
      ],
      action: 'Confirm new address',
      after: [
        `The link asks you to be signed in, or for the password of the account. It works once, until ${moment(expiresAt)}.`,
      ],
      ignore: 'If that is not your account, do nothing. It gets the address by this mail alone.',
    }),
    email_change_requested: ({ organization, username, at }) => ({
      subject: 'Your email address is to be changed',
      before: [
        `Another email address was asked for, for ${accountNamed(username, organization)} on ${moment(at)}.`,
        'If this was you, confirm it with the mail that we have sent to the new address.',
      ],
      alarm:
        "If this wasn't you: someone knows your password. Ask for a new one on the sign-in page at once. The new address is forgotten then.",
    }),
    email_changed: ({ organization, username, at }) => ({
      subject: 'Your email address was changed',
      before: [
        `Another email address was set for ${accountNamed(username, organization)} on ${moment(at)}.`,
        'If this was you, there is nothing to do. From now on we write to the new address, and you sign in with it.',
      ],
      alarm:
        "If this wasn't you: tell the administrator of your organization at once. They can keep the account out.",
    }),
    organization_closing: ({ organization, username, closesAt }) => ({
      subject: 'Your organization is about to be removed',
      before: [
        `The ${organizationNamed(organization)} was closed by ${administrator(username)}. Everything in it is removed on ${moment(closesAt)}.`,
        'All its people are signed out, and none of them can sign in.',
        'Until then this link takes it back, and everything is as it was:',
      ],
      action: 'Take it back',
      alarm:
        "If you don't know why: take it back, and ask who did it. If it was not that person, they need a new password at once.",
    }),
  },
}
