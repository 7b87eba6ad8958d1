import { BerWriter, type Client } from 'ldapts'

/** The Password Modify operation (RFC 3062). */
const passwordModify = '1.3.6.1.4.1.4203.1.11.1'

/**
 * Sets the password of an entry, which the directory hashes: written as an attribute, `userPassword` would be kept as it
 * comes.
 *
 * @param password Not empty: for an empty one the directory would make one up.
 */
export async function setEntryPassword(
  client: Client,
  dn: string,
  password: string,
): Promise<void> {
  if (password === '') throw new RangeError('a password is not empty')
  const request = new BerWriter()
  request.startSequence()
  request.writeString(dn, 0x80)
  request.writeBuffer(Buffer.from(password), 0x82)
  request.endSequence()
  await client.exop(passwordModify, request.buffer)
}
