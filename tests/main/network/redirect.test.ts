import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import type { HostRule } from '../../../src/main/network/hostRule.ts'
import { findRedirect, type Hop } from '../../../src/main/network/redirect.ts'

const allows: HostRule = {
  allowsHost: () => true,
  allowsAddress: () => true,
  allowsBody: () => true,
}

/** Returns where a POST with a secret and data is sent on to. */
function follow(from: string, location: string, status = 307): Hop | null {
  const answer = { statusCode: status, headers: { location }, destroy: () => undefined }
  const hop: Hop = {
    url: new URL(from),
    method: 'POST',
    headers: { authorization: 's', 'content-type': 'text/plain' },
    body: 'data',
  }
  return findRedirect(hop, answer as unknown as IncomingMessage, allows)
}

test('data that was sent unreadably is not sent on in the clear', () => {
  const refused = expect.objectContaining({ code: 'pluginNetworkRefused' }) as unknown
  expect(() => follow('https://a.test/', 'http://a.test/')).toThrow(refused)
  expect(() => follow('https://a.test/', 'http://b.test/')).toThrow(refused)
  expect(follow('http://a.test/', 'https://a.test/')).toMatchObject({ body: 'data' })
  // Nothing is left to read.
  expect(follow('https://a.test/', 'http://b.test/', 303)).toMatchObject({ method: 'GET' })
})

test.each([
  ['https://a.test/', 'https://a.test:8443/'],
  ['https://a.test/', 'https://b.a.test/'],
  ['http://a.test/', 'https://a.test/'],
])('from %s to %s no secret goes along', (from, to) => {
  expect(follow(from, to)?.headers).toEqual({ 'content-type': 'text/plain' })
})

test('within one server everything goes along', () => {
  expect(follow('https://a.test/', 'https://a.test:443/b')?.headers).toHaveProperty('authorization')
  expect(follow('https://a.test/', 'https://user:pass@a.test/b#c')?.url.href).toBe(
    'https://a.test/b',
  )
})
