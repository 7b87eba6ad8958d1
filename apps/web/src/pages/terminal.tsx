import { useEffect } from 'preact/hooks'
import { service } from '../api/service.ts'
import { Frame } from '../components/frame/frame.tsx'
import { Gate } from '../components/frame/gate.tsx'
import { go, terminalMachine } from '../flow/router.ts'
import { fill } from '../messages/fill.ts'
import { terminal as m } from '../messages/terminal.ts'
import type { Session } from '../session/session.ts'
import { ask } from '../session/session-store.ts'
import '../styles/terminal.css'
import { nameOfMachine, noteLeft, noteMachines } from '../terminal/known-machines.ts'
import { TerminalPanel } from '../terminal/terminal-panel.tsx'

/** The terminal of the machine in the address. */
export function TerminalPage() {
  const machineId = terminalMachine.value
  if (machineId === undefined) return null
  return (
    <Gate here="dashboard">
      {(mine) => <OnMachine key={machineId} machineId={machineId} mine={mine} />}
    </Gate>
  )
}

function OnMachine({ machineId, mine }: { readonly machineId: string; readonly mine: Session }) {
  const name = nameOfMachine(machineId)
  useEffect(() => {
    // Opened by its address, the page does not know the name yet.
    if (name === machineId) void learnNames()
    return () => noteLeft(machineId)
  }, [])
  return (
    <Frame mine={mine} here="dashboard" title={fill(m.title, { machine: name })} width="whole">
      <TerminalPanel
        machineId={machineId}
        name={name}
        organization={mine.claims.tenantName}
        onClose={() => go('dashboard')}
      />
    </Frame>
  )
}

async function learnNames(): Promise<void> {
  const found = await ask(service.machines)
  if (found.ok) noteMachines(found.value)
}
