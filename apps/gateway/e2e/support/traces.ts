import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Something that must not be found, and what to call it in a message. */
export interface Secret {
  readonly name: string
  readonly value: string
}

/** Where something might be found: all that was printed, or a file. */
export interface Haystack {
  readonly name: string
  readonly bytes: Buffer
}

/** Every file of a folder, byte for byte. */
export async function filesIn(folder: string): Promise<readonly Haystack[]> {
  const names = await readdir(folder)
  return Promise.all(
    names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
  )
}

/** The names of secrets that are somewhere, in whatever spelling, and where. Never the secrets. */
export function tracesOf(
  secrets: readonly Secret[],
  haystacks: readonly Haystack[],
): readonly string[] {
  return secrets.flatMap((secret) =>
    haystacks
      .filter(({ bytes }) => holds(bytes, secret.value))
      .map(({ name }) => `${secret.name} in ${name}`),
  )
}

function holds(bytes: Buffer, value: string): boolean {
  // Six digits occur in longer numbers by chance.
  if (/^\d{6}$/.test(value)) {
    return new RegExp(`(?<![0-9a-z])${value}(?![0-9a-z])`, 'i').test(bytes.toString('latin1'))
  }
  return spellingsOf(value).some((spelling) => bytes.includes(spelling))
}

/** As it is, as JSON, as part of an address, and in the usual encodings. */
function spellingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value)
  const json = JSON.stringify(value).slice(1, -1)
  const encodings = (['base64', 'base64url', 'hex'] as const).map((each) => bytes.toString(each))
  // The last group of Base64 depends on what follows.
  const base64 = encodings.map((text) => text.replace(/=*$/, '').slice(0, -2))
  return [value, json, encodeURIComponent(value), ...base64]
}
