import { useSignal } from '@preact/signals'
import { config } from '../../config.ts'
import { type ApiKeyResult, loadApiKey } from '../../flow/load-api-key.ts'
import { account } from '../../messages/account.ts'
import { messages } from '../../messages/current-messages.ts'
import { type MailedCode, proveRecentLogin } from '../../session/recent-login.ts'
import type { Session } from '../../session/session.ts'
import { apiKey } from '../../session/session-store.ts'
import { CopyButton } from '../copy-button.tsx'
import { Section } from '../settings/section.tsx'
import { AgentAddress, AgentCommand } from './agent-setup.tsx'

const m = messages.dashboard

const loaded: ApiKeyResult = { kind: 'loaded' }

const dots = '•'.repeat(12)

/** How an agent is set up: with the first key or the newest one, and the operator's command if there is one. */
export function AgentSection({ mine }: { readonly mine: Session }) {
  const isShown = useSignal(false)
  const status = useSignal('')
  const isVisible = isShown.value && !!apiKey.value
  const key = (isVisible && apiKey.value) || dots

  const toggle = async () => {
    if (isVisible) {
      isShown.value = false
      return
    }
    status.value = apiKey.peek() ? '' : messages.loading
    const result = apiKey.peek() ? loaded : await loadApiKey(mine)
    status.value = result.kind === 'failed' ? result.message : ''
    const isProven = result.kind === 'unproven' && (await prove(result.code))
    // A revoked first key is an empty text.
    if (apiKey.peek() === '') status.value = account.agent.revoked
    isShown.value = isProven || result.kind === 'loaded'
  }
  const { command, host } = config.agent

  return (
    <Section id="agent" title={m.agent} lead={command ? m.agentHint : account.agent.lead}>
      <p class="secret">
        <code>{isVisible ? key : <span aria-hidden="true">{dots}</span>}</code>
        {!isVisible && <span class="unseen">{m.keyHidden}</span>}
      </p>
      <p class="row">
        <button type="button" class="quiet" onClick={() => void toggle()}>
          {isVisible ? m.hideKey : m.showKey}
        </button>
        {isVisible && <CopyButton label={m.apiKey} text={() => key} />}
      </p>
      <p class="soft status" role="status">
        {status.value}
      </p>
      {command ? (
        <AgentCommand parts={{ command, host, apiKey: key }} mine={mine} isKeyShown={isVisible} />
      ) : (
        <AgentAddress host={host} />
      )}
    </Section>
  )
}

/** Asks over the page who it is; the session that follows brings the key. */
function prove(code?: MailedCode): Promise<boolean> {
  const lead = code ? account.agent.code : account.agent.again
  return proveRecentLogin({ change: m.showKey, lead }, code)
}
