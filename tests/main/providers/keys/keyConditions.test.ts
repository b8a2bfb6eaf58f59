import { expect, test } from 'vitest'
import { createKeyConditions } from '../../../../src/main/providers/keys/keyConditions.ts'
import { AppError } from '../../../../src/shared/errors.ts'

function open() {
  const clock = { now: 1_000_000, changes: 0 }
  const conditions = createKeyConditions({
    now: () => clock.now,
    onChanged: () => (clock.changes += 1),
  })
  return { clock, conditions }
}

const refused = new AppError('keyRefused', 'no')
const limited = (retryAfterSeconds?: number) =>
  new AppError('rateLimited', 'slow', { retryAfterSeconds, requestId: 'r', model: 'm' })

test('a limited key waits as long as the service says, or a minute, and is as new after it', () => {
  const { clock, conditions } = open()
  conditions.noteFailure('a', 'm', limited(5))
  conditions.noteFailure('b', 'm', limited())
  expect(conditions.get('a')).toEqual({ condition: 'limited', until: clock.now + 5000 })
  expect(conditions.get('b')).toEqual({ condition: 'limited', until: clock.now + 60_000 })
  expect(conditions.isUsable('a', 'm')).toBe(false)
  clock.now += 5000
  expect(conditions.get('a')).toEqual({ condition: 'untried', until: null })
  expect(conditions.isUsable('a', 'm')).toBe(true)
  expect(conditions.isUsable('b', 'm')).toBe(false)
})

test('no key waits for longer than a day', () => {
  const { clock, conditions } = open()
  conditions.noteFailure('a', 'm', limited(Infinity))
  expect(conditions.get('a').until).toBe(clock.now + 24 * 3600_000)
})

test('a refused key stays so until it is set anew or its provider is checked', () => {
  const { clock, conditions } = open()
  for (const id of ['a', 'a#2', 'b']) conditions.noteFailure(id, 'm', refused)
  clock.now += 24 * 3600_000
  expect(conditions.isUsable('a', 'm')).toBe(false)
  conditions.forget('a')
  expect([conditions.isUsable('a', 'm'), conditions.isUsable('a#2', 'm')]).toEqual([true, false])
  conditions.forgive('a')
  expect(conditions.isUsable('a#2', 'm')).toBe(true)
  expect(conditions.get('b').condition).toBe('refused')
})

test('a denial counts for the model that was asked', () => {
  const { conditions } = open()
  conditions.noteFailure('a', 'secret-model', new AppError('permissionDenied', 'no'))
  expect(conditions.get('a').condition).toBe('denied')
  expect(conditions.isUsable('a', 'secret-model')).toBe(false)
  expect(conditions.isUsable('a', 'plain-model')).toBe(true)
  conditions.noteGood('a', 'plain-model')
  expect(conditions.get('a').condition).toBe('good')
})

test('other failures say nothing of the key', () => {
  const { clock, conditions } = open()
  for (const code of ['serverError', 'timeout', 'modelNotFound', 'aborted'] as const) {
    expect(conditions.noteFailure('a', 'm', new AppError(code, 'x'))).toBe(false)
  }
  expect(conditions.get('a').condition).toBe('untried')
  expect(clock.changes).toBe(0)
})

test('changes are told once', () => {
  const { clock, conditions } = open()
  conditions.noteGood('a', 'm')
  conditions.noteGood('a', 'm')
  conditions.noteGood('a', 'other')
  expect(clock.changes).toBe(1)
})

test('of several failures the one counts that may be over first', () => {
  const { clock, conditions } = open()
  conditions.noteFailure('a', 'm', refused)
  conditions.noteFailure('b', 'm', limited(30))
  conditions.noteFailure('c', 'm', limited(10))
  clock.now += 2500
  const soonest = conditions.soonestFailure(['a', 'b', 'c'], 'm')
  expect(soonest).toMatchObject({ code: 'rateLimited', details: { retryAfterSeconds: 8 } })
  expect(soonest?.details.requestId).toBeUndefined()
  conditions.noteFailure('d', 'm', new AppError('quotaExhausted', 'no money'))
  expect(conditions.soonestFailure(['a', 'd'], 'm')?.code).toBe('quotaExhausted')
  expect(conditions.soonestFailure(['a'], 'm')).toBe(refused)
  expect(conditions.soonestFailure(['e'], 'm')).toBeUndefined()
})
