import { post } from './post.js'
import { goTo, markField, onSubmit, startWith } from './steps.js'
import { takeToken } from './take-token.js'

/** A link that was cut or changed on its way can break the rules for the field too. */
const deadLink = ['reset_token_invalid', 'validation_failed']

const token = takeToken()
const password = document.querySelector('#password')
const email = document.querySelector('#email')

onSubmit(document.querySelector('#choose form'), {
  busy: 'Saving…',
  async act() {
    // A browser may keep what was typed into a field of plain text.
    peek(false)
    markField(password, '')
    if ([...password.value].length < password.minLength) {
      return markField(password, 'A password has at least 8 characters.')
    }
    const answer = await post('api/auth/reset-password', {
      reset_token: token,
      new_password: password.value,
    })
    if (answer.ok) return finish()
    const ofPassword = answer.errors.filter(({ field }) => field === 'new_password')
    if (ofPassword.length > 0) {
      return markField(password, ofPassword.map(({ message }) => message).join(' '))
    }
    if (deadLink.includes(answer.code)) return goToAsk()
    return answer.text
  },
})

onSubmit(document.querySelector('#ask form'), {
  busy: 'Sending…',
  async act() {
    markField(email, '')
    if (!email.validity.valid) {
      return markField(email, 'Enter an email address, such as ada@example.com.')
    }
    const answer = await post('api/auth/forgot-password', { email: email.value })
    if (!answer.ok) return answer.text
    goTo('sent')
  },
})

const peekButton = document.querySelector('#peek')
peekButton.addEventListener('click', () => peek(password.type === 'password'))

function peek(visible) {
  password.type = visible ? 'text' : 'password'
  peekButton.firstElementChild.textContent = visible ? 'Hide' : 'Show'
}

function finish() {
  goTo('done')
  password.value = ''
}

/** The step that asks for an email address, with the reason why the link is of no use. */
function goToAsk() {
  document.querySelector('#ask').className = 'bad'
  document.querySelector('#ask h1').textContent = 'This link does not work'
  document.querySelector('#why').textContent =
    'It is too old, was used before, or was replaced by a newer mail. If you have just chosen a ' +
    'password with it, sign in with that one. Otherwise ask for another link here.'
  goTo('ask')
}

startWith(token === '' ? 'ask' : 'choose')
