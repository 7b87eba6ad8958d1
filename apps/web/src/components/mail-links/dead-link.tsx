import { mailLinks } from '../../messages/mail-links.ts'
import { Card } from '../card.tsx'
import { PageLink } from '../page-link.tsx'

/** The page of an invalid link: the reason, what to do, and a link to sign in. */
export function DeadLink({
  title,
  why,
  next = [],
}: {
  readonly title: string
  readonly why: string
  readonly next?: readonly string[]
}) {
  return (
    <Card title={title} tone="bad">
      <p>{why}</p>
      {next.length > 0 && (
        <ul class="advice">
          {next.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p>
        <PageLink page="signIn" class="button">
          {mailLinks.signIn}
        </PageLink>
      </p>
    </Card>
  )
}
