import { describe, expect, it } from '@jest/globals'
import { openStorage } from './browser-storage.ts'
import { createLeftSessions } from './left-sessions.ts'
import { type Session, sessionOfHandOver } from './session.ts'

const done = { ok: true, value: undefined } as const

function sessionIn(sid: string, userId: string): Session {
  const claims = Buffer.from(JSON.stringify({ sid, user_id: userId })).toString('base64url')
  const session = sessionOfHandOver({ token: `x.${claims}.y`, expiresIn: 9 }, 0)
  if (!session) throw new TypeError('no session')
  return session
}

/** A tab. @param elsewhere The sessions that another tab has. */
function tab(elsewhere: readonly string[] = []) {
  const calls: string[] = []
  const storage = openStorage(() => {
    throw new TypeError('in memory')
  })
  const left = createLeftSessions({
    routes: {
      async endSession(token, id) {
        calls.push(`end ${id} by ${token}`)
        return done
      },
      async logOut(token) {
        calls.push(`log out ${token}`)
        return done
      },
    },
    storage,
    isElsewhere: async (sid) => elsewhere.includes(sid),
  })
  return { left, calls, storage }
}

const acme = sessionIn('s1', 'ada at acme')
const works = sessionIn('s2', 'ada at works')
const acmeAgain = sessionIn('s3', 'ada at acme')

describe('a session that was left for another organization', () => {
  it('goes on until its account is entered again, and ends by the session that follows', async () => {
    const { left, calls } = tab()
    left.note(acme)
    await left.endBefore(works)
    expect(calls).toEqual([])
    left.note(works)
    await left.endBefore(acmeAgain)
    await left.endBefore(acmeAgain)
    expect(calls).toEqual([`end s1 by ${acmeAgain.token}`])
  })

  it('is kept until it has ended, so that a reload forgets nothing', async () => {
    const { left, storage } = tab()
    left.note(acme)
    const ending = left.endBefore(acmeAgain)
    expect(storage.read('gatehouse.left')).toContain('s1')
    await ending
    expect(storage.read('gatehouse.left')).toBeNull()
  })

  it('goes on while another tab is in it', async () => {
    const { left, calls } = tab(['s1'])
    left.note(acme)
    await left.endBefore(acmeAgain)
    expect(calls).toEqual([])
  })

  it('ends with the others when the person signs out, and nothing of it is kept', async () => {
    const { left, calls, storage } = tab()
    for (const each of [acme, works, works]) left.note(each)
    await left.endAll()
    expect(calls).toEqual([`log out ${acme.token}`, `log out ${works.token}`])
    expect(storage.read('gatehouse.left')).toBeNull()
  })

  it('is forgotten with the session that this tab is in', async () => {
    const { left, calls } = tab()
    left.note(acme)
    left.forget()
    await left.endAll()
    expect(calls).toEqual([])
  })
})
