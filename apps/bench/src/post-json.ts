/**
 * Asks as a command-line client does, unless header fields say otherwise.
 *
 * @returns The answer's body.
 * @throws {Error} For any answer but a good one, with what it says.
 */
export async function postJson(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'gatehouse-cli/1.0', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  return text
}
