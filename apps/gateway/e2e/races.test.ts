import { openStage } from '../testing/stage.ts'
import { describeRaces } from './support/describe-races.ts'

describeRaces(openStage)
