import { describeRaces } from './support/describe-races.ts'
import { openStage } from './support/stage.ts'

describeRaces(openStage)
