import { describe, expect, it } from '@jest/globals'
import { escapeHtml, html, htmlWithoutLinks, toMarkup } from './html.ts'

describe('html', () => {
  it('escapes every inserted text, in elements and in attributes', () => {
    const hostile = `"><script>alert('1')</script>&amp;`
    expect(toMarkup(html`<p title="${hostile}">${hostile}</p>`)).toBe(
      `<p title="${escapeHtml(hostile)}">${escapeHtml(hostile)}</p>`,
    )
    expect(escapeHtml(hostile)).toBe(
      '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;',
    )
  })

  it('takes markup, lists of it and numbers as they are', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
    expect(toMarkup(html`<ol start="${2}">${items}</ol>${html`<br>`}`)).toBe(
      '<ol start="2"><li>a</li><li>&lt;b&gt;</li></ol><br>',
    )
  })

  it('does not take an object from outside for markup', () => {
    const outside = JSON.parse('{"markup":"<script>","Symbol(markup)":"<script>"}')
    expect(() => html`${outside}`).toThrow(TypeError)
  })
})

describe('htmlWithoutLinks', () => {
  it('T-57: breaks what a mail program would make a link of', () => {
    const markup = toMarkup(htmlWithoutLinks('https://evil.example/a'))
    expect(markup).not.toMatch(/evil\.example|https:|\/a/)
    expect(markup.replaceAll(/<\/?span>/g, '')).toBe('https://evil.example/a')
  })

  it('escapes as well', () => {
    expect(toMarkup(htmlWithoutLinks('<i>&'))).not.toMatch(/<i>|&$/)
  })
})
