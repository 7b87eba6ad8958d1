import {
  type Answer,
  type Case,
  casesOf,
  type InterfaceRow,
  type LoginEffect,
  type Scenario,
  tenantCounts,
} from '@gatehouse/auth-core/testing'
import { drawCode, drawTable } from '../draw-table.ts'

/** All steps from one state by one event with the same answer. */
interface Edge {
  readonly from: string
  readonly event: string
  readonly condition: string
  readonly to: string
  readonly effects: string
}

/** A Mermaid state diagram of all steps; of a login it does not tell whether OTP was skipped. */
export function drawDiagram(cases: readonly Case[]): string {
  const edges = edgesOf(cases, (effects) => effects.map(({ kind }) => kind).join(', '))
  const lines = edges.map(({ from, event, condition, to, effects }) => {
    const label = [event, condition && `[${condition}]`, effects && `/ ${effects}`]
    return `  ${from} --> ${to} : ${label.filter(Boolean).join(' ')}`
  })
  return ['```mermaid', 'stateDiagram-v2', '  [*] --> unauthenticated', ...lines, '```'].join('\n')
}

/** A table of all steps. */
export function drawSteps(cases: readonly Case[]): string {
  const rows = edgesOf(cases, effectsInFull).map(({ from, event, condition, to, effects }) => [
    drawCode(from),
    drawCode(event),
    condition,
    drawCode(to),
    effects,
  ])
  return drawTable(['State', 'Event', 'Condition', 'Next state', 'Work'], rows)
}

/** The rows of the interface document, each with the steps that the machine has for it. */
export function drawInterfaceRows(rows: readonly InterfaceRow[], cases: readonly Case[]): string {
  const body = rows.map((row, index) => {
    const edges = edgesOf(casesOf(row, cases), effectsInFull)
    const steps = edges.map(
      ({ from, event, to }) => `${drawCode(from)} ${drawCode(event)} → ${drawCode(to)}`,
    )
    const works = edges.map(({ effects }) => effects)
    const here = row.event === null ? [row.because, ''] : [join(steps), join(works)]
    return [String(index + 1), row.state, row.trigger, row.condition, row.next, ...here]
  })
  const head = ['Row', 'State', 'Trigger', 'Condition', 'Next state', 'Step of the machine', 'Work']
  return drawTable(head, body)
}

function edgesOf(
  cases: readonly Case[],
  nameEffects: (effects: readonly LoginEffect[]) => string,
): readonly Edge[] {
  const places = Map.groupBy(cases, ({ scenario }) => `${scenario.from} ${scenario.event}`)
  return [...places.values()].flatMap((place) => {
    const edges = Map.groupBy(place, ({ answer }) => nameAnswer(answer, nameEffects))
    return [...edges].flatMap(([effects, same]) => {
      const [first] = same
      if (!first) return []
      const { from, event } = first.scenario
      const condition = nameCondition(
        same.map(({ scenario }) => scenario),
        place.map(({ scenario }) => scenario),
      )
      const to = first.answer.to ?? from
      return [{ from, event, condition, to, effects: effects.slice(effects.indexOf('|') + 1) }]
    })
  })
}

/** Equal for answers that are drawn as one: the next state, a bar, and the work. */
function nameAnswer(
  answer: Answer,
  nameEffects: (effects: readonly LoginEffect[]) => string,
): string {
  if (answer.refusal) return `|refused ${answer.refusal}`
  return `${answer.to}|${nameEffects(answer.effects)}`
}

function effectsInFull(effects: readonly LoginEffect[]): string {
  const names = effects.map((effect) =>
    effect.kind === 'open_session' && effect.otpSkipped
      ? 'open_session (OTP skipped)'
      : effect.kind,
  )
  return names.join(', ')
}

/**
 * The condition that distinguishes some scenarios from the others. If there is no simpler one, it lists them
 * all, which is clumsy but never wrong.
 */
function nameCondition(some: readonly Scenario[], all: readonly Scenario[]): string {
  const parts = [nameOfChosen, nameOfSession, nameOfTenants, nameOfClient]
  const sets = parts.map((part) => new Set(some.map((scenario) => part(scenario))))
  const isProduct = sets.reduce((size, set) => size * set.size, 1) === some.length
  if (!isProduct) return some.map((each) => parts.map((part) => part(each)).join(' ')).join('; ')
  // If an offered tenant was chosen, the text need not say that there was one.
  const alike = all.filter(({ chosen }) => sets[0]?.has(chosen ?? ''))
  const names = parts.map((part, index) => {
    const values = [...(sets[index] ?? [])]
    const possible = index === 0 ? all : alike
    const isAll = values.length === new Set(possible.map((scenario) => part(scenario))).size
    return isAll ? '' : (shortNames.get(values.join('; ')) ?? values.join('; '))
  })
  return names.filter(Boolean).join(', ')
}

const nameOfChosen = ({ chosen }: Scenario) => chosen ?? ''
const nameOfSession = ({ session }: Scenario) => session ?? ''
const nameOfTenants = ({ tenants }: Scenario) => tenants
const nameOfClient = ({ client, otp }: Scenario) => `${client} with OTP ${otp}`

const [none, one, several] = tenantCounts
const shortNames: ReadonlyMap<string, string> = new Map([
  [none, 'no tenant'],
  [one, 'one tenant'],
  [several, 'several tenants'],
  [`${one}; ${several}`, 'some tenant'],
  ['offered', 'offered tenant'],
  ['not offered', 'other tenant'],
  ['good', 'session good'],
  ['over; disabled', 'session over, or account or tenant disabled'],
  ['ui with OTP on', 'ui, OTP on'],
  ['cli with OTP on; vscode with OTP on', 'cli or vscode, OTP on'],
  ['ui with OTP off; cli with OTP off; vscode with OTP off', 'OTP off'],
  [
    'cli with OTP on; vscode with OTP on; ui with OTP off; cli with OTP off; vscode with OTP off',
    'cli or vscode, or OTP off',
  ],
])

function join(parts: readonly string[]): string {
  return [...new Set(parts)].join('<br>')
}
