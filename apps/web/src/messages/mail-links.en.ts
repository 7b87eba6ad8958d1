import type { Widened } from './widened.ts'

/** The pages to which the links of mails lead. */
export const mailLinksEn = {
  goOn: 'Go to the machines',
  signIn: 'Sign in',
  failed: 'That did not work',
  confirm: {
    title: 'Confirm your email address',
    lead: 'Someone signed up with {email}. Is this account yours?',
    changeLead: 'Once you confirm, you sign in with {email}, and codes go to it.',
    mineLead: 'You are signed in to this account. Press the button to say that {email} is yours.',
    organization: 'Organization',
    username: 'Username',
    how: 'How to confirm',
    known: 'I signed up and know the password',
    knownHint: 'Confirms the address. Nothing else changes.',
    unknown: 'I don’t know the password',
    unknownHint:
      'Set a new one. The person who chose the old one is signed out, and the account’s API keys are replaced.',
    password: 'Password of your sign-up',
    ownPassword: 'Your password',
    fresh: 'New password',
    hint: 'At least 8 characters. Several words make a good one.',
    submit: 'Confirm my address',
    submitFresh: 'Confirm and set password',
    busy: 'Confirming…',
    wrongOwn: 'That is not the password of this account.',
    wrong: 'That is not the password of this account. Try again, or set a new one.',
    nothing:
      'You know nothing of this? Close the page. An account that no one confirms goes away after 7 days.',
    nothingChange: 'You know nothing of this? Close the page: nothing happens.',
    done: 'Your address is confirmed',
    doneChange: 'The account {username} of {organization} has the address {email} from now on.',
    doneIn: 'You are signed in to {organization} as {username}.',
    doneNext: 'Sign in to go on.',
    goOn: 'Go on',
    invalid: 'This link does not work',
    invalidWhy: 'It is too old, was used before, or is not complete.',
    invalidNext: [
      'If you have confirmed already, all is well: sign in.',
      'If your mail program broke the link in two, copy all of it into the address bar.',
      'If it is too old, sign in and have the mail sent again, under My account.',
    ],
    missing: 'Open the link in your mail',
    missingNext:
      'This page confirms an email address, but the link that led here does not say which. Open the link in the mail again, or copy all of it into the address bar.',
  },
  join: {
    title: 'Join {organization}',
    plainTitle: 'Your invitation',
    lead: '{inviter} invites {email}. The invitation is good until {day}.',
    leads: {
      user: '{inviter} invites {email} as a member. The invitation is good until {day}.',
      company_admin:
        '{inviter} invites {email} as an administrator. The invitation is good until {day}.',
    } as Readonly<Record<string, string>>,
    first: 'First name',
    last: 'Last name',
    username: 'Username',
    usernameHint:
      'For colleagues and machines; you sign in with your email address. Change it if you like.',
    password: 'Password',
    passwordHint:
      'At least 8 characters. Several words make a good one. It is for {organization} alone.',
    submit: 'Join {organization}',
    busy: 'Joining…',
    or: 'or without a password',
    provider: 'Continue with {provider}, as {email}',
    nothing: 'Not for you, or you don’t know {inviter}? Close this page: nothing happens.',
    invalid: 'This invitation does not work',
    invalidWhy: 'It is too old, was used before, or was taken back.',
    invalidNext: [
      'If you have joined already, sign in.',
      'If a newer mail came, open the link in that one.',
      'Otherwise ask the colleague who invited you for another.',
    ],
    missing: 'Open the link in your mail',
    missingNext:
      'This page is for an invitation, but the link that led here does not say which. Open the link in the mail again, or copy all of it into the address bar.',
  },
  reopen: {
    title: 'Open the organization again',
    lead: 'It was closed, and everything in it is to be deleted. Press the button to stop that: all people can sign in again, with what they had.',
    submit: 'Open it again',
    busy: 'Opening…',
    done: 'The organization is open again',
    doneNext: 'Nothing is deleted. Sign in to go on.',
    invalid: 'This link does not work',
    invalidWhy: 'It is too old, was used before, or the organization has been deleted meanwhile.',
    missing: 'Open the link in your mail',
    missingNext:
      'This page opens an organization again, but the link that led here does not say which. Open the link in the mail again, or copy all of it into the address bar.',
  },
} as const

/** {@link mailLinksEn} in any language. */
export type MailLinksMessages = Widened<typeof mailLinksEn>
