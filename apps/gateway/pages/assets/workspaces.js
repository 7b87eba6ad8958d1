import { dashboardUrl, loginUrl } from './config.js'
import { post } from './post.js'
import { goTo, markField, onSubmit, startWith } from './steps.js'
import { takeFragment } from './take-token.js'

const sessionToken = takeFragment().get('session_token') ?? ''
const otp = document.querySelector('#otp')
let username = ''

for (const link of document.querySelectorAll('a[href=login]')) link.href = loginUrl

const listed = await post('api/auth/tenants', { session_token: sessionToken })
if (listed.ok) {
  document.querySelector('#tenants').append(...listed.body.tenants.map(choiceOf))
  startWith('choose')
} else if (isOver(listed)) startWith('over')
else {
  document.querySelector('#why').textContent = listed.text
  startWith('unreachable')
}

onSubmit(document.querySelector('#choose form'), { busy: 'Opening…', act: choose })

onSubmit(document.querySelector('#verify'), {
  busy: 'Checking…',
  async act() {
    markField(otp, '')
    const digits = otp.value.replaceAll(/\s/g, '')
    if (!/^[0-9]{6}$/.test(digits)) return markField(otp, 'The code has 6 digits.')
    const answer = await post('api/auth/verify-otp', {
      username,
      otp_code: digits,
      session_token: sessionToken,
    })
    if (answer.ok) return enter(answer.body)
    if (answer.code === 'otp_invalid') {
      return markField(otp, 'This code is wrong or too old. Look for the newest mail.')
    }
    return answer.text
  },
})

onSubmit(document.querySelector('#resend'), {
  busy: 'Sending…',
  async act() {
    const answer = await post('api/auth/resend-otp', { session_token: sessionToken })
    if (answer.ok) return { done: 'The code is on its way again.' }
    if (isOver(answer)) return goTo('over')
    return answer.text
  },
})

/** @param {HTMLButtonElement} chosen The button that was pressed. */
async function choose(chosen) {
  const answer = await post('api/auth/select-tenant', {
    session_token: sessionToken,
    tenant_id: chosen.value,
  })
  if (!answer.ok) return isOver(answer) ? goTo('over') : answer.text
  if (answer.body.token !== undefined) return enter(answer.body)
  username = answer.body.username
  const { otp_expires_in_min: minutes } = answer.body
  document.querySelector('#organization').textContent = chosen.firstElementChild.textContent
  document.querySelector('#minutes').textContent = minutes === 1 ? '1 minute' : `${minutes} minutes`
  goTo('code')
  otp.focus()
}

/** The dashboard gets what it gets after every sign-in, in the fragment that no server sees. */
function enter({ token, expires_in, session_token }) {
  location.replace(`${dashboardUrl}#${new URLSearchParams({ token, expires_in, session_token })}`)
}

function isOver({ code }) {
  return ['session_token_invalid', 'tenant_not_offered', 'validation_failed'].includes(code)
}

function choiceOf({ tenant_id, tenant_name, username: name }) {
  const button = document.createElement('button')
  button.type = 'submit'
  button.value = tenant_id
  const [title, note] = ['span', 'span'].map((tag) => document.createElement(tag))
  title.textContent = tenant_name
  note.textContent = `as ${name}`
  note.className = 'soft'
  button.append(title, note)
  return button
}
