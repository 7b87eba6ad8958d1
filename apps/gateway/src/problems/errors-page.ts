import { type ProblemCode, problems } from './problems.ts'

/** The page that `type` in a problem document refers to: every code with its meaning. */
export function errorsPage(): string {
  const rows = (Object.keys(problems) as ProblemCode[]).map(row).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Error codes · Gatehouse</title>
<link rel="icon" href="../pages/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../pages/pages.css">
</head>
<body class="wide">
<header>
<a class="brand" href="../"><img src="../pages/icon.svg" alt="" width="28" height="28"> Gatehouse</a>
</header>
<main>
<h1>Error codes</h1>
<p>Every error is a problem document (RFC 9457). Programs switch on <code>code</code>; people read
<code>detail</code>; <code>request_id</code> finds the request in the operator's log.</p>
<dl>
${rows}
</dl>
</main>
</body>
</html>
`
}

function row(code: ProblemCode): string {
  const { status, title, detail } = problems[code]
  return `<div id="${code}">
<dt><code>${code}</code> <span class="status-code">${status} ${title}</span></dt>
<dd>${detail}</dd>
</div>`
}
