import type { OrganizationSummary } from '@gatehouse/auth-core/operator'
import { expect, it } from '@jest/globals'
import { asObject, asTable } from './list-organizations.ts'

const open: OrganizationSummary = {
  tenant: {
    id: 'acme',
    name: 'Acme Ltd',
    status: 'active',
    reservation: '1',
    reservedBy: '',
    otpEnabled: false,
    otpExemptClients: null,
    maxSessionSeconds: null,
    closesAt: null,
    createdAt: new Date('2030-01-31T09:05:59.250Z'),
  },
  members: 1204,
  administrators: 2,
}
const closing = { ...open, tenant: { ...open.tenant, closesAt: new Date('2030-02-07T00:00:00Z') } }

it('is a line each, under a heading', () => {
  expect(asTable([open])).toEqual([
    'ID    NAME      STATUS  MEMBERS  ADMINISTRATORS  MADE',
    'acme  Acme Ltd  active  1,204    2               2030-01-31T09:05:59Z',
  ])
})

it('tells one that is closed and can still be taken back', () => {
  expect(asTable([closing])[1]).toMatch(/ closing /)
  expect(asObject(closing)).toEqual({
    tenant_id: 'acme',
    tenant_name: 'Acme Ltd',
    status: 'closing',
    members: 1204,
    administrators: 2,
    created_at: '2030-01-31T09:05:59.250Z',
  })
})
