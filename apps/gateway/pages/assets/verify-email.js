import { post } from './post.js'
import { goTo, onSubmit, startWith } from './steps.js'
import { takeToken } from './take-token.js'

/** A link that was cut or changed on its way can break the rules for the field too. */
const deadLink = ['verification_token_invalid', 'validation_failed']

const token = takeToken()

onSubmit(document.querySelector('#confirm form'), {
  busy: 'Confirming…',
  async act() {
    const answer = await post('api/auth/verify-email', { token })
    if (answer.ok) goTo('done')
    else if (deadLink.includes(answer.code)) goTo('invalid')
    else return answer.text
  },
})

startWith(token === '' ? 'missing' : 'confirm')
