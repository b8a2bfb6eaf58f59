import { expect, test } from 'vitest'
import { onFirstUse } from '../../src/shared/onFirstUse.ts'

test('a value is made once, when it is first asked for', () => {
  let made = 0
  const get = onFirstUse(() => ({ number: ++made }))
  expect(made).toBe(0)
  expect(get()).toBe(get())
  expect(get().number).toBe(1)
})
