import { useSignal } from '@preact/signals'
import { organizationService } from '../../api/organization-service.ts'
import type { Organization } from '../../api/organization-wire.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { language } from '../../messages/of-language.ts'
import { organization as m } from '../../messages/organization.ts'
import { askProtected } from '../../session/recent-login.ts'
import { Form } from '../form.tsx'
import { tell } from '../frame/toast.ts'
import { Section } from '../settings/section.tsx'
import { Text } from '../text.tsx'
import { Lowered } from './lowered.tsx'
import { loweredBy, type Protections } from './lowering.ts'

const c = m.codes

const programs = [
  { client: 'cli', name: c.cli, hint: c.cliHint, agent: 'gatehouse-cli' },
  { client: 'vscode', name: c.vscode, hint: c.vscodeHint, agent: 'gatehouse-vscode' },
] as const

/** Whether browsers are asked for a code, and which client types are exempt. */
export function CodesSection({
  protections,
  onChanged,
}: {
  readonly protections: Protections
  readonly onChanged: (organization: Organization) => void
}) {
  const isOn = useSignal(protections.otpEnabled)
  const exempt = useSignal(protections.exempt)
  const wanted = { ...protections, otpEnabled: isOn.value, exempt: exempt.value }
  const lowered = loweredBy(protections, wanted)

  const save = async () => {
    const isSame = exempt.value.join() === protections.exempt.join()
    // The operator's list stays in use until it is changed here.
    const body = { otp_enabled: isOn.value, ...(!isSame && { otp_exempt_clients: exempt.value }) }
    const work = (token: string) => organizationService.change(token, body)
    const change = isOn.value ? exemptSentence(exempt.value) : c.off
    const answer = await askProtected(work, { change, isTold: lowered.length > 0 })
    if (!answer.ok) return sentenceOf(messages, answer.error)
    onChanged(answer.value)
    tell(c.done)
    return undefined
  }
  const toggle = (client: string, isExempt: boolean) => {
    if (exempt.value.includes(client) === isExempt) return
    const others = exempt.value.filter((other) => other !== client)
    exempt.value = isExempt ? [...others, client] : others
  }

  return (
    <Section id="codes" title={c.title} lead={c.lead}>
      <Form submit={c.submit} busy={m.saving} act={save} look="quiet">
        <div class="field">
          <label class="switch">
            <input
              type="checkbox"
              role="switch"
              aria-checked={isOn.value}
              checked={isOn.value}
              onChange={({ currentTarget }) => {
                isOn.value = currentTarget.checked
              }}
            />
            <span>{c.on}</span>
          </label>
        </div>
        <fieldset hidden={!isOn.value}>
          <legend>{c.programs}</legend>
          {programs.map(({ client, name, hint, agent }) => (
            <label class="tick" key={client}>
              <input
                type="checkbox"
                checked={exempt.value.includes(client)}
                onChange={({ currentTarget }) => toggle(client, currentTarget.checked)}
              />
              <span>
                {name}
                <span class="hint">
                  <Text of={hint} values={{ name: <code>{agent}</code> }} />
                </span>
              </span>
            </label>
          ))}
          <p class="hint">{c.hint}</p>
        </fieldset>
        <Lowered by={lowered} />
      </Form>
    </Section>
  )
}

function exemptSentence(clients: readonly string[]): string {
  const names = programs.filter(({ client }) => clients.includes(client)).map(({ name }) => name)
  const list = new Intl.ListFormat(language).format(names)
  return names.length === 0 ? c.on : fill(c.exempt, { clients: list })
}
