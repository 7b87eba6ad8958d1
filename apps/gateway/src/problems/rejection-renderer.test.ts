import { type ProblemCode, problems } from '@gatehouse/http-api'
import { rejectionStatuses } from '@gatehouse/proxy'
import { describe, expect, it } from '@jest/globals'

describe('a problem', () => {
  it.each(Object.entries(rejectionStatuses))(
    'has the status of the rejection %s',
    (code, status) => {
      expect(problems[code as ProblemCode].status).toBe(status)
    },
  )
})
