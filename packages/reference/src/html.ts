const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** A text as content or as an attribute in double quotes. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}

/** A text in which parts between backquotes are code. */
export function withCode(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

/**
 * A whole page of the documentation. It loads nothing but the style sheet and the icon of the gateway, and has no
 * script.
 *
 * @param main The content, as HTML.
 */
export function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Gatehouse</title>
<link rel="icon" href="/pages/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pages/pages.css">
</head>
<body class="wide">
<header>
<a class="brand" href="/"><img src="/pages/icon.svg" alt="" width="28" height="28"> Gatehouse</a>
</header>
<main>
<h1>${escaped(title)}</h1>
${main}
</main>
</body>
</html>
`
}
