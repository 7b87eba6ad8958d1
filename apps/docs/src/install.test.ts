/** The first command of the README, with the npm and the Node that the machine has. */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { top } from './pages.ts'

const workspaces = ['{apps,packages}/*/package.json', 'docs/examples/package.json']
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-install-'))

beforeAll(() => {
  const files = ['.npmrc', 'package-lock.json', 'package.json']
  const all = [...files, ...globSync(workspaces, { cwd: top })]
  for (const file of all) cpSync(join(top, file), join(folder, file))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('npm ci', () => {
  it('warns of nothing that one need not act on, as of an older Node of the machine', () => {
    const { status, stdout, stderr } = install()
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('added ')
  })

  it('says what is wrong all the same', () => {
    const file = join(folder, 'apps/demo/package.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"ws": "', '"ws": "9'))
    const { status, stderr } = install()
    expect(status).toBe(1)
    expect(stderr).toMatch(/^npm error /)
  })
})

/** Installs nothing, and asks no registry: all that it needs to know is in the lock. */
function install() {
  const { PATH = '', HOME } = process.env
  const ofMachine = PATH.split(delimiter).filter((each) => !each.includes('node_modules'))
  return spawnSync('npm', ['ci', '--dry-run', '--offline'], {
    cwd: folder,
    env: { PATH: ofMachine.join(delimiter), HOME },
    encoding: 'utf8',
  })
}
