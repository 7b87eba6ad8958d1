/** The words of the page that confirms an address. */
export const verifyEn = {
  title: 'Confirm your email address',
  lead: (email: string) => `An account was made with ${email}. Is it yours?`,
  organization: 'Organization',
  username: 'Username',
  how: 'How to confirm',
  known: 'I signed up and know the password',
  knownHint: 'Confirms the address. Nothing else changes.',
  unknown: 'I don’t know the password',
  unknownHint:
    'Set a new one. The person who chose the old one is signed out, and the account’s API key is replaced.',
  password: 'Password of your sign-up',
  fresh: 'New password',
  hint: 'At least 8 characters. Several words make a good one.',
  submit: 'Confirm my address',
  submitFresh: 'Confirm and set password',
  wrong: 'That is not the password of this account. Try again, or set a new one.',
  nothing: 'You know nothing of this? Close the page: nothing happens.',
  busy: 'Confirming…',
  done: 'Your address is confirmed',
  doneNext: 'Thank you, that is all.',
  invalid: 'This link does not work',
  invalidWhy: 'It is too old, was used before, or is not complete.',
  invalidNext: [
    'If you have confirmed already, all is well: sign in.',
    'If your mail program broke the link in two, copy all of it into the address bar.',
    'If it is too old, sign in and have the mail sent again.',
  ],
  missing: 'Open the link in your mail',
  missingNext:
    'This page confirms an email address, but the link that led here does not say which. Open the link in the mail again, or copy all of it into the address bar.',
}
