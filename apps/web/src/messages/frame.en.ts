import type { Widened } from './widened.ts'

/** The messages around every page of a signed-in person. */
export const frameEn = {
  main: 'Main',
  menu: 'Menu',
  brand: '{brand}, to the machines',
  places: {
    dashboard: 'Machines',
    people: 'People',
    organization: 'Organization',
    audit: 'Audit',
    account: 'My account',
  },
  until: 'Signed in on this device until {day}.',
  roles: {
    super_admin: 'Service administrator',
    company_admin: 'Administrator',
    user: 'Member',
  } as Readonly<Record<string, string>>,
  switcher: {
    title: 'Your organizations',
    keys: 'or first letters to move',
    enter: 'to switch',
    escape: 'to close',
    create: 'Create an organization',
    change: 'The organization that you are in',
    again:
      'You can switch for some minutes after signing in. Sign in once more, and then choose the organization.',
    choose: 'Now you can switch: open the list of organizations again.',
  },
  soon: {
    left: 'Your session ends in {time}.',
    stay: 'Stay signed in…',
  },
  cancel: 'Cancel',
  leave: {
    title: 'Leave with a shell open?',
    lead: 'A shell is open on {machine}. If you leave:',
    ends: 'the shell ends, and what runs in it stops',
    gone: 'what it has printed is gone from this page',
    hint: 'To let something run on, start it with {tmux}, {screen} or {nohup}.',
    stay: 'Stay',
    submit: 'Leave and end the shell',
  },
  recent: {
    title: 'Show that it is you',
    lead: 'You signed in {ago}. For this you must have signed in within the last 10 minutes, so that an open laptop is not enough.',
    stayTitle: 'Stay signed in',
    stayLead: 'Sign in once more, and you go on where you are.',
    stayShell: 'The shell that is open ends with the session; a new one begins in its place.',
    change: 'You change',
    told: 'Told by mail',
    administrators: 'All administrators',
    password: 'Password of {email}',
    code: 'Code from the mail to {email}',
    next: 'If a code from a mail is wanted, it comes next. What you have filled in on the page stays.',
    codeHint: 'Six digits. What you have filled in on the page stays.',
    provider:
      'No password, because you sign in with {provider}? Sign out, sign in with it again, and come back here.',
    submit: 'Continue',
    busy: 'Checking…',
    wrong: 'That is not the password of this account. Try again.',
    format: 'Enter the 6 digits of the code.',
  },
  closedTo: {
    title: 'This page is for administrators',
    lead: 'You are a member of {organization}. Its administrators can change that.',
    submit: 'Go to the machines',
  },
  devices: {
    cli: 'Command line',
    vscode: 'VS Code',
    ui: 'Browser',
    unknown: 'Unknown program',
    on: '{program} on {system}',
  },
  dismiss: 'Dismiss',
} as const

/** {@link frameEn} in any language. */
export type FrameMessages = Widened<typeof frameEn>
