import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { describePasswordLeases } from '../../test-support/suites/describe-password-leases.ts'

describePasswordLeases('PostgreSQL', postgresDatabase())
