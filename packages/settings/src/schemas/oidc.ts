import * as v from 'valibot'

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const domain = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** A directory of Microsoft Entra ID. It becomes part of a URL (T-50). */
export const directory = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.check(
    (text) => !['common', 'organizations', 'consumers'].includes(text),
    'must name one directory; leave it out for all of them',
  ),
  v.check((text) => guid.test(text) || domain.test(text)),
  v.description('the identifier (GUID) or a domain name of a directory'),
)

/** A client secret as providers issue it (RFC 6749, appendix A.2). */
export const clientSecret = v.pipe(
  v.string(),
  v.regex(/^[\x20-\x7E]{1,1000}$/),
  v.description('up to 1000 printable ASCII characters'),
)
