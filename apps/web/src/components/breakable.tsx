import { Fragment } from 'preact'
import { partsOfName } from '../flow/texts.ts'

/** A name without spaces, such as that of a host: where it is too long for a line, it breaks after a dot or the like. */
export function Breakable({ text }: { readonly text: string }) {
  return (
    <>
      {partsOfName(text).map(({ part, at }) => (
        <Fragment key={at}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </>
  )
}
