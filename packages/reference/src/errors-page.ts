import { escaped, page, withCode } from './html.ts'

/** One error, by its code. */
export interface ErrorEntry {
  /** The HTTP status. */
  readonly status: number
  /** A few words. */
  readonly title: string
  /** One sentence for people. */
  readonly detail: string
}

/**
 * The page that `type` of a problem document points at. The anchor of an error is its code.
 *
 * @param next What the author of a client does about each, in a sentence.
 */
export function errorsPage<Code extends string>(
  entries: Readonly<Record<Code, ErrorEntry>>,
  next: Readonly<Record<Code, string>>,
): string {
  const rows = (Object.keys(entries) as Code[]).map((code) => row(code, entries[code], next[code]))
  return page(
    'Error codes',
    `<p>Every error is a problem document (RFC 9457). Programs switch on <code>code</code>; people read
<code>detail</code>; <code>request_id</code> finds the request in the operator’s log. What may answer with
which code is in the <a href="/docs/">API reference</a>.</p>
<dl>
${rows.join('\n')}
</dl>`,
  )
}

function row(code: string, { status, title, detail }: ErrorEntry, next: string): string {
  return `<div id="${code}">
<dt><code>${code}</code> <span class="status-code">${status} ${escaped(title)}</span></dt>
<dd>${escaped(detail)}</dd>
<dd class="next"><strong>What to do:</strong> ${withCode(next)}</dd>
</div>`
}
