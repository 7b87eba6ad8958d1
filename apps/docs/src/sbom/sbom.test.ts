import { beforeAll, describe, expect, it } from '@jest/globals'
import { readPage, rowsOf } from '../pages.ts'
import { shippedBom } from './sbom.ts'
import { type Bom, packagesBelow, shippedPart } from './shipped-part.ts'

describe('the bill of materials', () => {
  let bom: Bom
  const namesOf = () =>
    new Set(bom.components.map((each) => each['bom-ref'].replace(/(?<=.)@.*$/, '')))

  beforeAll(async () => {
    bom = await shippedBom()
  })

  it('has every package that the page on security says ships, and what it pulls in', () => {
    const [, listed = ''] = readPage('docs/security.md').split('### In what ships\n')
    const [table = ''] = listed.split('\n### ')
    const ships = rowsOf(table).map(([name = '']) => name.replaceAll('`', ''))
    expect(ships).toContain('express')
    expect([...namesOf()]).toEqual(expect.arrayContaining([...ships, 'body-parser', 'jws']))
  })

  it.each(['jest', 'fastify', 'express-jwt', '@maildev/core', 'react', '@gatehouse/demo'])(
    'has no %s, which does not ship',
    (name) => {
      expect(namesOf()).not.toContain(name)
    },
  )

  it('says of each package what it depends on, and names nothing that it does not have', () => {
    const refs = new Set(bom.components.map((each) => each['bom-ref']))
    expect(new Set(bom.dependencies.map(({ ref }) => ref))).toEqual(refs)
    for (const { dependsOn } of bom.dependencies) {
      for (const each of dependsOn) expect(refs).toContain(each)
    }
  })
})

describe('what is below a package', () => {
  it('is all that is installed, by name and version', () => {
    const tree = {
      dependencies: {
        express: { version: '5.3.0', dependencies: { vary: { version: '1.1.2' } } },
        'for-another-machine': {},
      },
    }
    expect([...packagesBelow(tree)]).toEqual(['express@5.3.0', 'vary@1.1.2'])
  })
})

describe('the part of a bill that ships', () => {
  it('depends on nothing outside of it', () => {
    const component = (ref: string) => ({ 'bom-ref': ref })
    const bom = {
      components: [component('a@1'), component('b@1'), component('tool@1')],
      dependencies: [
        { ref: 'a@1', dependsOn: ['b@1', 'tool@1'] },
        { ref: 'b@1', dependsOn: [] },
        { ref: 'tool@1', dependsOn: [] },
      ],
    }
    expect(shippedPart(bom, new Set(['a@1', 'b@1']))).toEqual({
      components: [component('a@1'), component('b@1')],
      dependencies: [
        { ref: 'a@1', dependsOn: ['b@1'] },
        { ref: 'b@1', dependsOn: [] },
      ],
    })
  })
})
