import { useLayoutEffect, useRef } from 'preact/hooks'
import { people as m } from '../../messages/people.ts'
import { Icon } from '../icon.tsx'
import type { PeopleFilter } from './load-people.ts'
import type { People } from './use-people.ts'

const states: readonly PeopleFilter['state'][] = ['all', 'active', 'invited', 'disabled']

const roles: readonly (readonly [PeopleFilter['role'], string])[] = [
  ['any', m.everyRole],
  ['company_admin', m.administrators],
  ['user', m.members],
]

/** The conditions of the list. */
export function Filters({ people: { filter } }: { readonly people: People }) {
  const change = (part: Partial<PeopleFilter>) => {
    filter.value = { ...filter.peek(), ...part }
  }
  return (
    <search class="tools">
      <SearchField text={filter.value.text} onText={(text) => change({ text })} />
      <fieldset>
        <legend>{m.state}</legend>
        <div class="segments">
          {states.map((state) => (
            <label key={state}>
              <input
                type="radio"
                name="state"
                checked={filter.value.state === state}
                onChange={() => change({ state })}
              />
              {m.states[state]}
            </label>
          ))}
        </div>
      </fieldset>
      <div class="field">
        <label for="role">{m.role}</label>
        <select
          id="role"
          value={filter.value.role}
          onChange={({ currentTarget }) =>
            change({ role: roles.find(([role]) => role === currentTarget.value)?.[0] ?? 'any' })
          }
        >
          {roles.map(([role, name]) => (
            <option key={role} value={role}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </search>
  )
}

function SearchField({
  text,
  onText,
}: {
  readonly text: string
  readonly onText: (text: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  useSlash(() => input.current?.focus())
  return (
    <div class="field search">
      <label for="find">{m.search}</label>
      <div>
        <Icon name="search" />
        <input
          ref={input}
          id="find"
          type="search"
          value={text}
          autocomplete="off"
          spellcheck={false}
          aria-keyshortcuts="/"
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
        {text === '' && (
          <span class="key" aria-hidden="true">
            /
          </span>
        )}
      </div>
    </div>
  )
}

/** Acts on the key `/`, unless it is typed into a field. */
function useSlash(act: () => void): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { activeElement: at } = document
      const isTyping = at?.matches('input:not([type=radio]), textarea, select, dialog *')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
