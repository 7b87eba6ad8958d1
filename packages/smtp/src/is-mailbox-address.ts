const address = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+$/

/**
 * Whether a text is one plain address, without a name, quotes, a comment, a second address or a header: mail
 * libraries would read those as further recipients.
 */
export function isMailboxAddress(text: string): boolean {
  return address.test(text)
}
