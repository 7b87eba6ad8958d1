/**
 * The token of the link in the mail; empty if there is none. It is in the fragment, which browsers
 * send to nobody, and leaves the address bar at once.
 */
export function takeToken() {
  return takeFragment().get('token') ?? ''
}

/** All that a link or a redirect brought along in the fragment, in the same way. */
export function takeFragment() {
  const parameters = new URLSearchParams(location.hash.slice(1))
  history.replaceState(null, '', location.pathname)
  // Another link pasted into the same tab changes the fragment alone and loads nothing.
  addEventListener('hashchange', () => location.reload())
  return parameters
}
