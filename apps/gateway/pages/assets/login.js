import { providers } from './config.js'
import { startWith } from './steps.js'

/** The step that explains each code; every other one is a fault. */
const stepOf = {
  oidc_no_account: 'no-account',
  oidc_cancelled: 'cancelled',
  oidc_expired: 'expired',
  oidc_rejected: 'rejected',
  upstream_unavailable: 'unavailable',
  rate_limited: 'busy',
}

const code = new URLSearchParams(location.search).get('error')
// Reloading the page later must not tell of an error that is long over.
history.replaceState(null, '', location.pathname)

for (const place of document.querySelectorAll('.providers')) {
  place.append(...providers.map(linkTo))
}
if (providers.length > 0) document.querySelector('.without-providers').remove()

function linkTo({ path, label }) {
  const link = document.createElement('a')
  link.className = 'button'
  link.href = path
  link.textContent = `Continue with ${label}`
  return link
}

if (code === null) startWith('begin')
else startWith(Object.hasOwn(stepOf, code) ? stepOf[code] : 'fault')
