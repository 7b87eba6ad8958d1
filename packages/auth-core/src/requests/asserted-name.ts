/**
 * Whether a header field says something that only a gateway can know: who the caller is, where the
 * request came from, or what it asked for before it was rewritten. Taken from a client such a field
 * is a claim that was never checked, and somewhere behind us something may trust it.
 *
 * Names are compared by their letters and digits alone, since servers that turn names into
 * variables make `X_User-Id`, `X.User.Id` and `X-User-Id` the same.
 */
export function isAssertedName(name: string): boolean {
  return asserted.test(lettersOf(name))
}

/**
 * Whether a header field is one of those by which a backend is told who asks, `X-Gatehouse-…`, or could be read as one;
 * compared as in {@link isAssertedName}.
 */
export function isIdentityName(name: string): boolean {
  return lettersOf(name).startsWith('xgatehouse')
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** Names that only a gateway may set, by their letters and digits alone; in lower case. */
export const assertedNames = {
  /** Whole names. */
  whole: [
    // The caller's address.
    ...['forwarded', 'realip', 'xrealip', 'xtrueip', 'trueclientip', 'clientip', 'xclientip'],
    ...['xclusterclientip', 'fastlyclientip', 'xazureclientip', 'xoriginatingip'],
    ...['xcustomipauthorization', 'remoteaddr'],
    // The caller's identity, as other gateways hand it over.
    ...['remoteuser', 'xuser', 'xuserid', 'xusername', 'xuseremail', 'xuserrole', 'xuserroles'],
    ...['xusergroups', 'xtenant', 'xtenantid', 'xrole', 'xroles', 'xgroups', 'xemail'],
    // The original target; `Proxy` becomes HTTP_PROXY in a CGI program.
    ...['xhost', 'xhttphostoverride', 'xhttpdestinationurl', 'requesturi', 'proxy', 'proxyhost'],
    ...['proxyurl', 'xproxyurl', 'xrequestid'],
  ],
  /** Beginnings of names. */
  beginnings: [
    ...['xgatehouse', 'xforwarded', 'xoriginal', 'xoverride', 'xrewrite', 'xhttpmethod'],
    ...['xmethodoverride', 'xremote', 'xauthrequest', 'xauthenticated', 'xwebauth', 'xproxyuser'],
    ...['xmsclientprincipal', 'xgoogauthenticated', 'xgoogiap', 'xamznoidc', 'cfaccess'],
    ...['cfconnectingip', 'xssl', 'sslclient', 'xclientcert', 'clientcert', 'tailscaleuser'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

const { whole, beginnings } = assertedNames
const asserted = new RegExp(`^(?:(?:${whole.join('|')})$|${beginnings.join('|')})`)
