const address = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+$/

/**
 * Whether a text is one plain address, with no name, quotes, comment, second address or header
 * around it: mail libraries read those as further recipients.
 */
export function isMailboxAddress(text: string): boolean {
  return address.test(text)
}
