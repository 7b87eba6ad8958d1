import { isIP } from 'node:net'
import * as v from 'valibot'

/** One word of a list. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  const quoted = words.map((word) => `\`${word}\``)
  return v.pipe(
    v.string(),
    v.picklist(words),
    v.description(`${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`),
  )
}

/** A switch. */
export const onOrOff = v.pipe(
  v.string(),
  v.picklist(['on', 'off', 'true', 'false']),
  v.transform((word) => word === 'on' || word === 'true'),
  v.description('`on` or `off` (`true` and `false` mean the same)'),
)

/** An address of this machine to listen on. */
export const host = v.pipe(
  v.string(),
  v.check(
    (text) => isIP(text) > 0 || /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text),
  ),
  v.description('an IP address or a host name'),
)

/** A name without spaces, as protocols allow it. */
export const token = v.pipe(
  v.string(),
  v.regex(/^[\x21-\x7E]{1,200}$/),
  v.description('up to 200 printable ASCII characters without spaces'),
)

/** The path of a file. */
export const filePath = v.pipe(v.string(), v.regex(/^[^\0]+$/), v.description('the path of a file'))

const address = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+"
const name = '[^"<>\\p{C}\\p{Zl}\\p{Zp}]*'

/** The sender of mails: one address, with or without a name. */
export const mailSender = v.pipe(
  v.string(),
  v.regex(new RegExp(`^(?:${address}|(?:${name}|"${name}" *)<${address}>)$`, 'u')),
  v.description('an address or `Name <address>`'),
)

/** A name on a page, in one line. */
export const shortName = v.pipe(
  v.string(),
  v.regex(/^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,60}(?<! )$/u),
  v.description('a line of 1 to 60 characters'),
)

/** A colour as written in style sheets. */
export const brandColor = v.pipe(
  v.string(),
  v.regex(/^#[0-9A-Fa-f]{6}$/),
  v.transform((text) => text.toLowerCase()),
  v.description('a colour such as `#0b57d0`'),
)

/** The beginning of a command that people paste into a shell. */
export const command = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_./~-][A-Za-z0-9_./~ =@:-]{0,199}$/),
  v.description('up to 200 letters, digits, spaces and `_./~=@:-`'),
)
