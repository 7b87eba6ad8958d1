/** T-39: planned rotations, with replicas whose clocks differ. */

import { openStage } from '../testing/stage.ts'
import { describePlannedRotations } from './support/describe-planned-rotations.ts'

describePlannedRotations(openStage)
