import { defaultSettings } from '@gatehouse/auth-core'
import { createMemoryMailer } from '@gatehouse/auth-core/testing'
import { createSystemClock } from '@gatehouse/crypto'
import { expect, it } from '@jest/globals'
import { memory } from '../sqlite/index.ts'
import { composeGatehouse } from './compose-gatehouse.ts'

const log = { info() {}, warn() {}, error() {} }

it('F-8: knows that its clock is wrong before it is asked whether it is ready', async () => {
  const tools = { clock: createSystemClock(), log }
  const opened = await memory().open(tools)
  const records = { ...opened, readSkew: async () => 12 }
  const credentials = records.localCredentials()
  const parts = {
    ...tools,
    records,
    credentials,
    mailer: createMemoryMailer(),
    providers: new Map(),
  }
  const { clockWatch, close } = await composeGatehouse(parts, { settings: defaultSettings })
  expect(() => clockWatch.assertInStep()).toThrow('the clock is wrong')
  await close()
})
