// U+3002 is a full stop to whoever makes links of domain names.
const looksLikeAddress = /\S[./:@\u3002]\S/

/**
 * The first line. A sign-up can name a stranger's address and any first name, so a name that a mail
 * program would turn into a link is left out.
 */
export function greeting(firstName: string): string {
  return looksLikeAddress.test(firstName.normalize('NFKC')) ? 'Hello,' : `Hello ${firstName},`
}
