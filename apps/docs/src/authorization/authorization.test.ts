import { readFileSync } from 'node:fs'
import { roles } from '@gatehouse/auth-core'
import { invitingActions, memberActions, protections } from '@gatehouse/auth-core/testing'
import { expect, it } from '@jest/globals'
import { withoutGenerated } from '../fill-generated.ts'
import { authorizationFile, fillAuthorization } from './fill-authorization.ts'

const page = readFileSync(authorizationFile, 'utf8')

it('docs/authorization.md shows the matrix as it is; otherwise run npm run docs:authorization', () => {
  expect(fillAuthorization(page)).toBe(page)
})

it('docs/authorization.md explains every role, every exception and every protection', () => {
  const prose = withoutGenerated(page)
  const names = [...roles, ...invitingActions, ...memberActions, ...protections]
  expect(names.filter((name) => !prose.includes(`\`${name}\``))).toEqual([])
})

it('a page without its markers is not filled', () => {
  expect(() => fillAuthorization('# Who may do what')).toThrow(TypeError)
})
