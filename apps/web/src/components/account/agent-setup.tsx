import { useSignal } from '@preact/signals'
import { type AgentCommand as AgentCommandParts, agentCommand } from '../../flow/agent-command.ts'
import { account } from '../../messages/account.ts'
import { messages } from '../../messages/current-messages.ts'
import type { Session } from '../../session/session.ts'
import { CopyButton } from '../copy-button.tsx'

const m = messages.dashboard

/** The operator's command, which can be copied once the key in it is shown. */
export function AgentCommand({
  parts,
  mine,
  isKeyShown,
}: {
  /** The command without the user. */
  readonly parts: Omit<AgentCommandParts, 'linuxUser'>
  readonly mine: Session
  readonly isKeyShown: boolean
}) {
  const linuxUser = useSignal(mine.claims.username)
  const command = () => agentCommand({ ...parts, linuxUser: linuxUser.value })
  return (
    <>
      <div class="field later">
        <label for="linux-user">{m.linuxUser}</label>
        <input
          id="linux-user"
          class="short"
          value={linuxUser.value}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          onInput={({ currentTarget }) => {
            linuxUser.value = currentTarget.value
          }}
        />
      </div>
      <pre>
        <code>{command()}</code>
      </pre>
      {isKeyShown && (
        <p class="row">
          <CopyButton label={m.agent} text={command} />
        </p>
      )}
    </>
  )
}

/** The address that an agent needs beside the key, where the operator has no command for it. */
export function AgentAddress({ host }: { readonly host: string }) {
  return (
    <div class="later">
      <h3>{account.agent.address}</h3>
      <p class="secret">
        <code>{host}</code>
      </p>
      <p class="row">
        <CopyButton label={account.agent.address} text={() => host} />
      </p>
    </div>
  )
}
