const longest = 40

// U+3002 is a full stop to programs that make links of domain names.
const link = /\S[./:@\u3002]\S/
const number = /\p{Nd}(?:[\s().+/-]*\p{Nd}){5}/u
const signs = /[`$|<>{}\\;]|&&|!/
/** In each language of mails: the reader of a mail is seldom asked which one they understand. */
const commands = [
  /\b(?:urgent|call|dial|click|visit|log ?in|sign ?in|password|locked|suspended|pay)\b/iu,
  /\b(?:dringend|anrufen|rufen|klicken?|besuchen|anmelden|passwort|kennwort|gesperrt|zahlen|bezahlen)\b/iu,
]

/**
 * What a mail shows of a name that a person chose. A sign-up can name a stranger's address and any
 * names, so one that reads as a link, as a number to call or to enter, or as a command is left out
 * (T-57, T-99).
 *
 * @returns At most 40 characters that cannot end the quotes around them, or `undefined`.
 */
export function chosenName(name: string): string | undefined {
  const read = name.normalize('NFKC')
  if ([link, number, signs, ...commands].some((pattern) => pattern.test(read))) return undefined
  const shown = [...name.replaceAll(/["\u00ab\u00bb\u201c-\u201f]/gu, "'")]
  return shown.length <= longest ? shown.join('') : `${shown.slice(0, longest - 1).join('')}…`
}
