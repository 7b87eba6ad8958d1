import { loginUrl } from './config.js'
import { post } from './post.js'
import { goTo, onSubmit, startWith } from './steps.js'
import { takeFragment } from './take-token.js'

const token = takeFragment().get('token') ?? ''
const claims = readClaims(token)
const format = { dateStyle: 'medium', timeStyle: 'short' }

for (const link of document.querySelectorAll('a[href=login]')) link.href = loginUrl

if (claims === null) startWith('outside')
else {
  show('username', claims.username)
  show('email', claims.email)
  show('organization', claims.tenant_name)
  show('role', claims.role.replaceAll('_', ' '))
  show('until', new Date(claims.exp * 1000).toLocaleString(undefined, format))
  startWith('inside')
}

onSubmit(document.querySelector('#copy'), {
  busy: '',
  async act() {
    try {
      await navigator.clipboard.writeText(token)
      return { done: 'Copied. Whoever has it is you, until it expires.' }
    } catch {
      return 'Your browser does not let this page copy.'
    }
  },
})

onSubmit(document.querySelector('#leave'), {
  busy: 'Signing out…',
  async act() {
    const answer = await post('api/auth/logout', undefined, { Authorization: `Bearer ${token}` })
    if (!answer.ok && answer.code !== 'token_expired') return answer.text
    goTo('left')
  },
})

function show(id, text) {
  document.querySelector(`#${id}`).textContent = text
}

/** What the token says of the person, to be shown to them and for nothing else. */
function readClaims(jwt) {
  try {
    const body = jwt.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(body), (letter) => letter.codePointAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
