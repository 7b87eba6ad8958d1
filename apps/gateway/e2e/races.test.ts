import { openTestEnvironment } from '../testing/test-environment.ts'
import { describeRaces } from './support/describe-races.ts'

describeRaces(openTestEnvironment)
