import { describeFlow } from './support/describe-flow.ts'

describeFlow()
