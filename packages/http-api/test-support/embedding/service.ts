import { createApi } from '@gatehouse/http-api'
import express from 'express'
import { auth, now } from './identity.ts'

const api = createApi({ auth, now })

const app = express()
app.use('/identity', api.node)
app.get('/orders', api.requireAuth, (request, response) => {
  const claims = api.claimsOf(request)
  response.json({ orders: [], of: claims?.username, tenant: claims?.tenantId })
})
app.listen(Number(process.env.PORT ?? 3000))
