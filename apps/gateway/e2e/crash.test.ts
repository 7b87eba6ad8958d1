/** T-26, T-11, T-53: the gateway is killed at any moment, and nobody is any the worse for it. */

import { openStage } from '../testing/stage.ts'
import { describeCrash } from './support/describe-crash.ts'

describeCrash(openStage, 10)
