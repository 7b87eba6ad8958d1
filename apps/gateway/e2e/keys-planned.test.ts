/** T-39: planned rotations, with replicas whose clocks differ. */

import { openTestEnvironment } from '../testing/test-environment.ts'
import { describePlannedRotations } from './support/describe-planned-rotations.ts'

describePlannedRotations(openTestEnvironment)
