import { createFalClient, type FalClient } from '@fal-ai/client'
import { expect, test } from 'vitest'
import { appOf, endpointOf } from '../../../../src/main/providers/fal/falAddresses.ts'

/** Returns the address that fal's own client sends a call to. */
async function askedBy(call: (client: FalClient) => Promise<unknown>): Promise<string> {
  let asked = ''
  const client = createFalClient({
    credentials: 'key',
    async fetch(input) {
      asked = new Request(input).url
      return Response.json({})
    },
  })
  await call(client)
  return asked
}

test.each([
  ['fal-ai/flux', 'fal-ai/flux'],
  ['fal-ai/flux/dev/image-to-image', 'fal-ai/flux'],
  ['fal-ai/flux-pro/v1.1', 'fal-ai/flux-pro'],
  ['110602490-fast-sdxl', '110602490/fast-sdxl'],
  ['12345-name', '12345/name'],
  ['12345-name/path', '12345-name/path'],
  ['workflows/owner/alias', 'workflows/owner/alias'],
  ['workflows/owner/alias/path', 'workflows/owner/alias'],
  ['comfy/owner/alias', 'comfy/owner/alias'],
  ['comfyui/owner/alias', 'comfyui/owner'],
])('%s is addressed as by the client of fal', async (id, app) => {
  const endpoint = endpointOf(id)
  expect(appOf(endpoint)).toBe(app)
  const submitted = await askedBy(({ queue }) => queue.submit(id, { input: {} }))
  expect(submitted).toBe(`https://queue.fal.run/${endpoint}`)
  const polled = await askedBy(({ queue }) => queue.status(id, { requestId: 'one' }))
  expect(polled).toBe(`https://queue.fal.run/${app}/requests/one/status?logs=0`)
})

test.each([
  ...['flux', 'fast-sdxl', 'a1-name', '12345-', '12345_name', '', '/', '/flux', 'fal-ai/'],
  ...['fal-ai//flux', 'workflows/alias', 'comfy/alias', 'workflows', 'fal-ai/../flux', 'fal-ai/.'],
  ...['https://evilfal.run/a/b', 'fal-ai/flux?x=1', 'fal-ai/flux#x', 'fal-ai/fl ux', 'fal-ai/%2e'],
])('%j is no id of an endpoint', (id) => {
  expect(() => endpointOf(id)).toThrow(expect.objectContaining({ code: 'modelNotFound' }))
})
