import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Provider</title>
<h1>Sign in at the provider</h1>
<form method="post">
<p><label>Name <input name="login" autofocus></label></p>
<p><button name="act" value="enter">Sign in</button> <button name="act" value="cancel">Cancel</button></p>
</form>
</html>`

/** The page on which a person types a name or cancels. */
export function signInPage(
  provider: Provider,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(page)
      return
    }
    const answer = new URLSearchParams(await text(request))
    const result =
      answer.get('act') === 'enter'
        ? { login: { accountId: answer.get('login') ?? '' } }
        : { error: 'access_denied', error_description: 'the person said no' }
    await provider.interactionFinished(request, response, result)
  }
}
