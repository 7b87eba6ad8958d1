import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Setting } from '@gatehouse/settings'
import { readSettings, settingGroups, settingList, settingNames } from '@gatehouse/settings'
import { describe, expect, it } from '@jest/globals'
import { configurationFile, fillConfiguration } from './fill-configuration.ts'

const page = readFileSync(configurationFile, 'utf8')

describe('docs/configuration.md', () => {
  it('lists the settings as they are; otherwise run npm run docs:configuration', () => {
    expect(fillConfiguration(page)).toBe(page)
  })

  it('has an example that starts', () => {
    const [, example = ''] = /```sh\n(# .*\n[\s\S]*?)```/.exec(page) ?? []
    expect(readSettings(parseEnv(example), { isKnownSecret: () => false })).toMatchObject({
      ok: true,
      notices: [],
      value: { auth: { accessTokenSeconds: 28_800, otpDefault: true } },
    })
  })

  it('is not filled without its markers', () => {
    expect(() => fillConfiguration('# Configuration')).toThrow(TypeError)
  })
})

describe('the list of settings', () => {
  const settings = Object.entries<Setting>(settingList)

  it('is in the groups of the page as a whole, each setting once', () => {
    const grouped = settingGroups.flatMap((group) => Object.keys(group.settings))
    expect(grouped.toSorted()).toEqual(settingNames.toSorted())
  })

  it('has an example of everything that is required', () => {
    const bare = settings.filter(([, { required, example }]) => required && example === undefined)
    expect(bare).toEqual([])
  })

  it('has no default for a secret but one that anybody may know', () => {
    const known = settings.filter(([, { secret, default: text }]) => secret && text !== undefined)
    expect(known.map(([name]) => name)).toEqual(['DATABASE_URL'])
  })

  it('has examples that are good values', () => {
    const examples = settings.flatMap(([name, { example }]) => (example ? [[name, example]] : []))
    const { CONFIG_FILE: _, ...environment } = Object.fromEntries(examples)
    expect(readSettings(environment, { isKnownSecret: () => false })).toMatchObject({ ok: true })
  })

  it('mentions in a default only settings that come before it', () => {
    const late = settings.filter(([, { default: text = '' }], index) =>
      (text.match(/(?<=\$)[A-Z_]+/g) ?? []).some(
        (name) => !settings.slice(0, index).some(([earlier]) => earlier === name),
      ),
    )
    expect(late).toEqual([])
  })
})
