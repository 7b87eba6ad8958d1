import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { describeQueryPlans } from '../../test-support/suites/describe-query-plans.ts'

describeQueryPlans('PostgreSQL', postgresDatabase())
