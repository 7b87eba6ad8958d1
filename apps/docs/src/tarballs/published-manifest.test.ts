import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { top } from '../pages.ts'
import { type Manifest, publishedManifest, specifiersOf } from './published-manifest.ts'

const manifests = globSync('{apps,packages}/*/package.json', { cwd: top })
  .map((file) => JSON.parse(readFileSync(join(top, file), 'utf8')) as Manifest)
  .filter((manifest) => !('private' in manifest))

it('keeps what a host needs, and drops what is for the repository', () => {
  const types = './dist/index.d.ts'
  const main = { '@gatehouse/source': './src/index.ts', types, default: './dist/index.js' }
  const manifest = {
    ...{ name: '@gatehouse/x', version: '1.0.0', engines: { node: '>=22' } },
    exports: { '.': main, './testing': { '@gatehouse/source': './testing/index.ts' } },
    ...{ scripts: {}, devDependencies: { jest: '1.0.0' }, dependencies: { pg: '1.0.0' } },
  }
  expect(publishedManifest(manifest)).toEqual({
    ...{ name: '@gatehouse/x', version: '1.0.0', engines: { node: '>=22' } },
    exports: { '.': { types, default: './dist/index.js' } },
    dependencies: { pg: '1.0.0' },
  })
  expect(specifiersOf(publishedManifest(manifest))).toEqual(['@gatehouse/x'])
  expect(specifiersOf(manifest)).toEqual(['@gatehouse/x', '@gatehouse/x/testing'])
})

describe.each(manifests)('$name', (manifest) => {
  it('has no entry that leads nowhere once it is published', () => {
    const entries = Object.values(publishedManifest(manifest).exports)
    expect(entries.length).toBeGreaterThan(0)
    for (const conditions of entries) {
      expect(Object.keys(conditions)).toEqual(['types', 'default'])
      expect(Object.values(conditions).join()).not.toMatch(/\.ts(?<!\.d\.ts)/)
    }
  })

  it('takes the core from its host', () => {
    const { dependencies = {}, peerDependencies = {} } = manifest as {
      readonly dependencies?: Readonly<Record<string, string>>
      readonly peerDependencies?: Readonly<Record<string, string>>
    }
    expect(dependencies).not.toHaveProperty('@gatehouse/auth-core')
    const core = peerDependencies['@gatehouse/auth-core']
    if (core !== undefined) expect(core).toBe(`^${manifest.version}`)
  })

  it('tells bundlers, people and npm what they ask', () => {
    const { engines, sideEffects, description } = manifest
    expect(engines).toHaveProperty('node')
    expect(sideEffects).toBe(false)
    expect(description).toMatch(/\w/)
  })
})
