import type { ApiOperation } from './api-document.ts'

/** What an example of a request is made from. */
export interface RequestExampleParts {
  /** Where the API is served, without a slash at the end. */
  readonly server: string
  /** The method, in lower case. */
  readonly method: string
  /** The path, with parameters in braces. */
  readonly path: string
  /** The operation. */
  readonly operation: ApiOperation
}

/** A command for a shell that sends the request. Parameters and secrets are variables of the shell. */
export function requestExample({ server, method, path, operation }: RequestExampleParts): string {
  const address = `${server}${path.replaceAll(/\{(\w+)\}/g, '$$$1')}`
  if ('101' in operation.responses) {
    return `npx wscat -c "${address.replace(/^http/, 'ws')}" \\\n  -H "Authorization: Bearer $token"`
  }
  const example = operation.requestBody?.content['application/json']?.example
  const [scheme] = operation.security ?? []
  return [
    `curl -s${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "${address}"`,
    ...(scheme ? [`-H "Authorization: Bearer ${'backend' in scheme ? '$secret' : '$token'}"`] : []),
    ...(example === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example))}`]),
  ].join(' \\\n  ')
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
