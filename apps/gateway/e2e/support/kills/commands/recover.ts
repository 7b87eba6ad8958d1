import { expect } from '@jest/globals'
import { acceptInvitation } from './accept.ts'
import type { Command } from './command.ts'
import { removeMember } from './leave.ts'

/** The job that undoes an acceptance whose process was killed when the user was there. */
export const undoAcceptance = afterKill(acceptInvitation, {
  name: 'undoing an acceptance that was killed',
  effects: 7,
})

/** The job that finishes a removal whose process was killed when it had begun. */
export const finishRemoval = afterKill(removeMember, {
  name: 'finishing a removal that was killed',
  effects: 7,
})

/** Kills a command at its second effect, and then the job that clears up after it. */
function afterKill(command: Command, { name, effects }: Omit<Command, 'prepare'>): Command {
  return {
    name,
    effects,
    async prepare(scene) {
      const { kills } = scene
      const trial = await command.prepare(scene)
      return {
        ...trial,
        async cut(at) {
          expect(await trial.cut({ effect: 2 })).toMatchObject({ hasDied: true })
          // What a process held is free once it was silent for a while.
          await kills.ask('update invitations set claimed_until = claimed_until - 60000')
          return kills.runJobAndDie('unfinished', at)
        },
      }
    },
  }
}
