import type { ServerResponse } from 'node:http'
import { sendJson } from './fakeServer.ts'

/** Kind of fal's refusal of a request. */
export type FalRefusal = keyof typeof refusals

const refusals = {
  refused: {
    status: 422,
    body: {
      detail: [{ loc: ['body', 'image_urls', 0], msg: 'Too small', type: 'image_too_small' }],
    },
  },
  refusedInWords: { status: 422, body: { detail: 'The prompt is empty' } },
  busy: { status: 429, body: { detail: 'concurrent_requests_limit' }, retryAfter: '1' },
  keyRefused: { status: 401, body: { detail: 'invalid key credentials' } },
  noBalance: { status: 403, body: { detail: 'User is locked. Reason: Exhausted balance.' } },
  noRight: { status: 403, body: { detail: 'The key has no right to this.' } },
  unavailable: { status: 503, body: { detail: 'Service temporarily unavailable' } },
  noRunner: {
    status: 503,
    body: { detail: 'No runner could be allocated', error_type: 'runner_scheduling_failure' },
  },
}

/** Tells whether a fault is one by which fal refuses a request. */
export function isFalRefusal(fault: string): fault is FalRefusal {
  return Object.hasOwn(refusals, fault)
}

/** Answers a request as fal refuses it. */
export function refuseAsFal(response: ServerResponse, fault: FalRefusal): void {
  const { status, body, ...rest } = refusals[fault]
  if ('retryAfter' in rest) response.setHeader('retry-after', rest.retryAfter)
  if ('error_type' in body) response.setHeader('x-fal-error-type', body.error_type)
  sendJson(response, status, body)
}
