import { config } from '../../config.ts'
import { frame } from '../../messages/frame.ts'
import { isAdministrator } from '../../session/claims.ts'
import type { Session } from '../../session/session.ts'
import { PageLink } from '../page-link.tsx'
import { leave } from './leave.ts'

/** The pages of a person who is signed in, in the order of the bar. */
export type Place = keyof typeof frame.places

const forMembers: readonly Place[] = ['dashboard', 'account']
const forAdministrators: readonly Place[] = [
  'dashboard',
  'people',
  'organization',
  'audit',
  'account',
]

/** The places that a person may visit. */
export function placesOf({ claims }: Session): readonly Place[] {
  const places = isAdministrator(claims) ? forAdministrators : forMembers
  return places.filter((place) => config.places.includes(place))
}

/** The places as links, with the current one marked. */
export function Places({ mine, here }: { readonly mine: Session; readonly here: Place }) {
  return (
    <nav aria-label={frame.main}>
      <ul>
        {placesOf(mine).map((place) => (
          <li key={place}>
            <PageLink page={place} isHere={place === here} leave={leave}>
              {place === 'account' && (
                <span class="letter round tiny" aria-hidden="true">
                  {(mine.profile?.first_name || mine.claims.username).slice(0, 1).toUpperCase()}
                </span>
              )}
              {frame.places[place]}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
