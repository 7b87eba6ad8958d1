import { postgresDatabase } from '../../test/postgres-database.ts'
import { describeQueryPlans } from '../../test/suites/describe-query-plans.ts'

describeQueryPlans('PostgreSQL', postgresDatabase())
