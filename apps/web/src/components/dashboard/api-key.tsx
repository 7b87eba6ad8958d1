import { useSignal } from '@preact/signals'
import { config } from '../../config.ts'
import { agentCommand } from '../../flow/agent-command.ts'
import { type ApiKeyResult, loadApiKey } from '../../flow/load-api-key.ts'
import { messages } from '../../messages/current-messages.ts'
import type { Session } from '../../session/session.ts'
import { apiKey } from '../../session/session-store.ts'
import { CopyButton } from '../copy-button.tsx'
import { SignInAgain } from './sign-in-again.tsx'

const m = messages.dashboard

const loaded: ApiKeyResult = { kind: 'loaded' }

const dots = '•'.repeat(12)

/** The key for agents, hidden until it is asked for, and the command that uses it. */
export function ApiKey({ mine }: { readonly mine: Session }) {
  const isShown = useSignal(false)
  const status = useSignal('')
  const isTooLate = useSignal(false)
  const linuxUser = useSignal(mine.claims.username)
  const isVisible = isShown.value && apiKey.value !== undefined
  const key = isVisible && apiKey.value ? apiKey.value : dots

  const toggle = async () => {
    if (isVisible) {
      isShown.value = false
      return
    }
    status.value = apiKey.peek() ? '' : messages.loading
    const result = apiKey.peek() ? loaded : await loadApiKey(mine)
    isTooLate.value = result.kind === 'too_late'
    status.value = result.kind === 'failed' ? result.message : ''
    isShown.value = result.kind === 'loaded'
  }
  const command = () =>
    agentCommand({
      command: config.agent.command,
      host: config.agent.host,
      apiKey: key,
      linuxUser: linuxUser.value,
    })

  return (
    <section class="panel" aria-labelledby="key-title">
      <h2 id="key-title">{m.apiKey}</h2>
      <p class="soft">{m.apiKeyHint}</p>
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
      {isTooLate.value ? (
        <SignInAgain why={m.keyTooLate} />
      ) : (
        <p class="soft" role="status">
          {status.value}
        </p>
      )}
      <h3>{m.agent}</h3>
      <p class="soft">{m.agentHint}</p>
      <div class="field">
        <label for="linux-user">{m.linuxUser}</label>
        <input
          id="linux-user"
          value={linuxUser.value}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          onInput={(event) => {
            linuxUser.value = event.currentTarget.value
          }}
        />
      </div>
      <pre>
        <code>{command()}</code>
      </pre>
      {isVisible && (
        <p class="row">
          <CopyButton label={m.agent} text={command} />
        </p>
      )}
    </section>
  )
}
