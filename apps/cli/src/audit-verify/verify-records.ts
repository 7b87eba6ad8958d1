import { type AuditFault, type AuditProof, verifyAudit } from '@gatehouse/auth-core/operator'
import { type CommandResult, endWith, type JsonObject, withObjects } from '../command.ts'
import type { Console } from '../console/console.ts'
import { moment } from '../console/table.ts'
import type { Records } from '../records/open-records.ts'

/** Verifies the audit log, and reports the result. */
export async function verifyRecords(
  { ports }: Pick<Records, 'ports'>,
  console: Pick<Console, 'progress'>,
): Promise<CommandResult> {
  const proof = await verifyAudit(ports, {
    onProgress: (proved) => console.progress(`${entries(proved)} proved`),
  })
  const lines = describeProof(proof)
  const result = proof.fault
    ? endWith('left', ...describeFault(proof.fault), ...lines)
    : endWith('done', ...lines)
  return withObjects(result, asObject(proof))
}

function asObject({ proved, waiting, seal, fault }: AuditProof): JsonObject {
  return {
    proved,
    waiting,
    fault: fault ?? null,
    chain: seal && {
      since: seal.since,
      removed: seal.cut.position,
      position: seal.head.position,
      hash: seal.head.hash,
    },
  }
}

function describeProof({ proved, waiting, seal }: AuditProof): readonly string[] {
  if (!seal) return [`${entries(waiting)} not chained.`]
  const begin =
    seal.cut.position === 0
      ? `The chain was begun at ${moment(seal.since)}; nothing has been removed from its front.`
      : `Retention has removed what is older: the last of it is from ${moment(seal.since)}.`
  return [
    `${entries(proved)} proved.`,
    begin,
    `${entries(waiting)} waiting for the chain.`,
    `The chain ends at position ${seal.head.position} with ${seal.head.hash || 'nothing'}.`,
  ]
}

function describeFault(fault: AuditFault): readonly string[] {
  switch (fault.kind) {
    case 'no_seal':
      return [
        'The audit log has no seal: no gateway of this release has run on this database yet, or the',
        'seal was removed.',
      ]
    case 'forged_seal':
      return ['The seal of the audit log was not signed with a master key that is set.']
    case 'misfit':
      return [
        `The entry with seq ${fault.seq} does not fit: it was changed, moved or put in, or those before it`,
        'were removed.',
      ]
    case 'end_missing':
      return [`At the end ${entries(fault.entries)} missing.`]
  }
}

/** The number of entries with the verb: `1 entry is`, `2 entries are`. */
function entries(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'entry is' : 'entries are'}`
}
