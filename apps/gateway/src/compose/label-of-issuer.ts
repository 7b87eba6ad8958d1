const known: Readonly<Record<string, string>> = {
  'login.microsoftonline.com': 'Microsoft',
  'accounts.google.com': 'Google',
}

/** What people call a provider: its name where it is known, else its host. */
export function labelOfIssuer(issuer: string): string {
  const { hostname } = new URL(issuer)
  return known[hostname] ?? hostname
}
