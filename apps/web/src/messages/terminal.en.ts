import type { Widened } from './widened.ts'

/** The messages of a terminal. */
export const terminalEn = {
  title: 'Terminal on {machine}',
  bar: 'Terminal',
  close: 'Close terminal',
  closeShort: 'Close',
  again: 'Open again',
  now: 'Try now',
  back: 'Back to the machines',
  screenReader: 'Screen reader support',
  smaller: 'Smaller letters',
  larger: 'Larger letters',
  full: 'Full screen',
  leaveFull: 'Leave full screen',
  more: 'More for this terminal',
  copyKeys: 'Copy',
  pasteKeys: 'Paste',
  leaveKeys: 'Leave by keyboard',
  control: 'Ctrl',
  shift: 'Shift',
  nextKey: '{keys} + the next key',
  extraKeys: 'Keys that a phone lacks',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  pipe: 'Pipe',
  slash: 'Slash',
  hyphen: 'Hyphen',
  tilde: 'Tilde',
  paste: 'Paste',
  pasteFailed: 'The browser does not let this page paste. Hold the screen of the terminal instead.',
  states: {
    connecting: 'Connecting…',
    open: 'Connected',
    reconnecting: 'The connection was lost. Connecting again…',
    reconnected: 'Connected again, with a new shell.',
    offline: 'The machine is offline.',
    unknown: 'There is no such machine.',
    ended: 'The shell has ended.',
    refused: 'You may no longer use this terminal.',
    failed: 'The terminal cannot be reached.',
    too_big: 'A message was too large, so the terminal was closed.',
  },
  offlineTitle: '{machine} is offline',
  offlineNext:
    'Your connection is fine. This page looks every 10 seconds, and opens the terminal when the machine is back.',
  lookNow: 'Look now',
  unknownTitle: 'No machine “{machine}”',
  unknownNext:
    '{organization} has no machine with this name, or not any more. If it belongs to another organization of yours, switch to that one first.',
  failedTitle: '{machine} cannot be reached',
  notOpened:
    'The machine is online, but does not open a terminal. Too many may be open, or its agent does not answer.',
  otherAddress: 'Terminals open only at {address}. Open this page there.',
  loadFailed: 'The terminal could not be loaded. Check your connection, then try again.',
} as const

/** {@link terminalEn} in any language. */
export type TerminalMessages = Widened<typeof terminalEn>
