import { type ProblemCode, problems } from './problems.ts'

/** The page that `type` in a problem document points at: every code with what it means. */
export function errorsPage(): string {
  const rows = (Object.keys(problems) as ProblemCode[]).map(row).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Error codes · Gatehouse</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
dt { margin-top: 1.25rem; font-weight: 600 }
dt:target { outline: 2px solid; outline-offset: .4rem }
dd { margin: .25rem 0 0 }
code { font-size: .95em }
</style>
</head>
<body>
<h1>Error codes</h1>
<p>Every error is a problem document (RFC 9457). Programs switch on <code>code</code>; people read
<code>detail</code>; <code>request_id</code> finds the request in the operator's log.</p>
<dl>
${rows}
</dl>
</body>
</html>
`
}

function row(code: ProblemCode): string {
  const { status, title, detail } = problems[code]
  return `<dt id="${code}"><code>${code}</code> · ${status} ${title}</dt>\n<dd>${detail}</dd>`
}
