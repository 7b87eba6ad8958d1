import { type CommandCall, type CommandResult, endWith } from '../command.ts'
import { explainFailure } from './explain-failure.ts'
import { type Deployment, openDeployment } from './open-deployment.ts'

/** Runs work with the deployment, or reports why it cannot be opened. */
export async function withDeployment(
  { environment }: Pick<CommandCall, 'environment'>,
  work: (deployment: Deployment) => Promise<CommandResult>,
): Promise<CommandResult> {
  const deployment = await openDeployment(environment, { asAdministrator: false })
  if (!deployment.ok) return deployment.result
  try {
    return await work(deployment.value)
  } catch (error) {
    return endWith('unreachable', ...explainFailure(error))
  } finally {
    await deployment.value.close()
  }
}
