import type { LifeAnswer, LifeCase, Rights, RightsCase } from '@gatehouse/auth-core/testing'
import { drawCode, drawTable } from '../draw-table.ts'

/** All steps from one state by one event with the same answer. */
interface Edge {
  readonly from: string
  readonly event: string
  /** The condition; empty where there is none. */
  readonly condition: string
  readonly answer: LifeAnswer
}

/** A Mermaid state diagram of the steps that lead from one state to another. */
export function drawDiagram(cases: readonly LifeCase[]): string {
  const lines = edgesOf(cases).flatMap(({ from, event, condition, answer }) => {
    if (answer.refusal || answer.to === from) return []
    return [`  ${from} --> ${answer.to} : ${event}${condition && ` [${condition}]`}`]
  })
  const begin = ['```mermaid', 'stateDiagram-v2', '  [*] --> absent']
  return [...begin, ...lines, '  removed --> [*]', '```'].join('\n')
}

/** A table of all steps, with the work of each. */
export function drawSteps(cases: readonly LifeCase[]): string {
  const rows = edgesOf(cases).map(({ from, event, condition, answer }) => [
    drawCode(from),
    drawCode(event),
    condition,
    drawCode(answer.to ?? from),
    answer.refusal ? `refused ${answer.refusal}` : answer.effects.join(', '),
  ])
  return drawTable(['State', 'Event', 'Condition', 'Next state', 'Work'], rows)
}

/** A table of what each state may do, with a row for each policy where it matters. */
export function drawRights(cases: readonly RightsCase[]): string {
  const rows = cases.map(({ state, policy, rights }) => [
    policy === null ? drawCode(state) : `${drawCode(state)}, ${drawCode(policy)}`,
    ...names.map((name) => (rights[name] ? 'yes' : '')),
  ])
  return drawTable(['State', ...Object.values(headings)], rows)
}

const headings: { readonly [Right in keyof Rights]: string } = {
  offeredAtLogin: 'is offered at login',
  receivesReset: 'receives a reset',
  matchedByProvider: 'is matched by a provider',
  opensTerminals: 'opens terminals',
  usesApiKey: 'uses API keys',
  countsForLimits: 'counts for limits',
  invites: 'brings others in',
}
// Object.keys loses the type of the keys.
const names = Object.keys(headings) as readonly (keyof Rights)[]

/** Joins cases of one state and event with the same answer into one edge. */
function edgesOf(cases: readonly LifeCase[]): readonly Edge[] {
  const places = Map.groupBy(cases, ({ scenario }) => `${scenario.from} ${scenario.event}`)
  return [...places.values()].flatMap((place) => {
    const answers = Map.groupBy(place, ({ answer }) => JSON.stringify(answer))
    return [...answers.values()].flatMap((same) => {
      const [first] = same
      if (!first) return []
      const conditions = same.map(({ scenario }) => scenario.condition)
      const condition = answers.size > 1 ? conditions.join('; ') : ''
      const { from, event } = first.scenario
      return [{ from, event, condition, answer: first.answer }]
    })
  })
}
