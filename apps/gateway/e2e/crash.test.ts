/** T-26, T-11, T-53: the gateway is killed at any moment, and no one loses anything by it. */

import { openTestEnvironment } from '../testing/test-environment.ts'
import { describeCrash } from './support/describe-crash.ts'

describeCrash(openTestEnvironment, 10)
