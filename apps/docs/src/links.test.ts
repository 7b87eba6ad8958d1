import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { pages, readPage, top } from './pages.ts'

describe('the pages', () => {
  it('are found', () => {
    expect(pages).toContain('README.md')
    expect(pages).toContain('docs/decisions/README.md')
  })

  it.each(pages)('%s leads nowhere that is not there', (page) => {
    expect(linksOf(page).filter((link) => !leadsSomewhere(page, link))).toEqual([])
  })

  it('are all reachable from the README', () => {
    const reached = new Set(['README.md'])
    for (const page of reached) {
      const files = linksOf(page).map((link) => fileOf(page, link))
      for (const file of files.filter((name) => name.endsWith('.md'))) reached.add(file)
    }
    expect(pages.filter((page) => !reached.has(page))).toEqual([])
  })
})

/** Relative links and anchors, outside of code. */
function linksOf(page: string): readonly string[] {
  const links = withoutCode(readPage(page)).matchAll(/\]\(([^)\s]+)\)/g)
  return Array.from(links, ([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link))
}

function leadsSomewhere(page: string, link: string): boolean {
  const [, anchor] = link.split('#')
  const file = fileOf(page, link)
  if (!existsSync(join(top, file))) return false
  return anchor === undefined || anchorsOf(readPage(file)).includes(anchor)
}

function fileOf(page: string, link: string): string {
  const [path = ''] = link.split('#')
  return path === '' ? page : join(dirname(page), path)
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(text: string): readonly string[] {
  const headings = withoutFences(text).matchAll(/^#+ (.*)$/gm)
  const slugs = Array.from(headings, ([, heading = '']) => slugOf(heading))
  return slugs.map((slug, index) => {
    const before = slugs.slice(0, index).filter((other) => other === slug).length
    return before === 0 ? slug : `${slug}-${before}`
  })
}

function slugOf(heading: string): string {
  const shown = heading.replaceAll(/\[(.*?)\]\(.*?\)/g, '$1').trim()
  return shown
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
}

function withoutFences(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '')
}

function withoutCode(text: string): string {
  return withoutFences(text).replaceAll(/`[^`\n]*`/g, '')
}
