/** T-26, T-11, T-53: the gateway is killed at any moment, and nobody is any the worse for it. */
import { describeCrash } from './support/describe-crash.ts'
import { openStage } from './support/stage.ts'

describeCrash(openStage, 10)
