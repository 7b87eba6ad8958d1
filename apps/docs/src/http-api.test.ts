import { answers, type Operation, operations, pathsOf, problems } from '@gatehouse/gateway'
import { describe, expect, it } from '@jest/globals'
import * as v from 'valibot'
import { blocksOf, readPage, rowsOf } from './pages.ts'

const page = readPage('docs/http-api.md')
const all: readonly Operation[] = Object.values(operations)
const shapes = { ...answers }

describe('docs/http-api.md', () => {
  it('lists every route, its edition and whether it needs a token', () => {
    const rows = rowsOf(page).filter(([route = '']) => /^\[`[A-Z]+ \/api\/auth/.test(route))
    const listed = rows.map(([route = '', edition, bearer]) => [
      /`(.*)`/.exec(route)?.[1],
      edition,
      bearer === 'yes' || needs[bearer?.slice(0, 3) ?? ''] || false,
    ])
    const expected = all.flatMap((each) =>
      pathsOf(each).map((path) => [nameOf({ ...each, path }), each.since, each.bearer ?? false]),
    )
    // What other proxies ask is no operation of the auth API.
    const check = ['GET /api/auth/verify', '1.1.0', true]
    expect(listed.toSorted()).toEqual([...expected, check].toSorted())
  })

  it('lists every problem with its status', () => {
    const rows = rowsOf(page).filter(([status = '']) => /^\d{3}$/.test(status))
    const listed = rows.map(([status, code]) => `${status} ${code}`)
    const expected = Object.entries(problems).map(([code, { status }]) => `${status} \`${code}\``)
    expect(listed.toSorted()).toEqual(expected.toSorted())
  })

  it.each(all.map((operation) => ({ name: nameOf(operation), operation })))(
    'shows what $name takes and answers',
    ({ name, operation }) => {
      const [, rest = ''] = page.split(`\n### \`${name}\`\n`)
      const [section = ''] = rest.split(/\n##/)
      const examples = blocksOf(section).map(({ info: [, kind = ''], code }) => ({
        kind,
        body: JSON.parse(code) as unknown,
      }))
      expect(examples.length).toBeGreaterThan(0)
      for (const { kind, body } of examples) {
        if (kind === 'request') expect(isOne(body, [operation.body ?? v.never()])).toBe(true)
        else if (kind === String(operation.status)) {
          expect(
            isOne(
              body,
              operation.answers.map((shape) => shapes[shape]),
            ),
          ).toBe(true)
        } else {
          expect(codesOf(kind)).toContain(Object(body).code)
          expect(asSent(body)).toEqual(body)
        }
      }
    },
  )
})

/** What a cell begins with that is neither `yes` nor empty. */
const needs: Readonly<Record<string, string>> = { 'or ': 'optional', 'a s': 'secret' }

function nameOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`
}

function isOne(body: unknown, schemas: readonly v.GenericSchema[]): boolean {
  return schemas.some((schema) => v.is(schema, body))
}

/** The problem document of an example's code, for the same address, request and fields. */
function asSent(example: unknown): unknown {
  const { code, errors, request_id, type } = Object(example)
  const fragment = `/docs/errors#${code}`
  const own = { type: String(type).replace(/\/docs.*/, fragment), code, request_id }
  return { ...own, ...problems[code as keyof typeof problems], ...(errors && { errors }) }
}

function codesOf(status: string): readonly string[] {
  const rows = Object.entries(problems).filter(([, problem]) => String(problem.status) === status)
  return rows.map(([code]) => code)
}
