import { homeElsewhere } from '../flow/home-address.ts'
import { messages } from '../messages/current-messages.ts'
import '../styles/other-address.css'

/** Says that terminals do not open on pages of this address, and where they do. */
export function OtherAddress() {
  const home = homeElsewhere()
  if (home === undefined) return null
  const { pathname, search, hash } = location
  return (
    <p class="elsewhere" role="status">
      {messages.elsewhere.text}{' '}
      <a href={home + pathname + search + hash}>{messages.elsewhere.link(home)}</a>
    </p>
  )
}
