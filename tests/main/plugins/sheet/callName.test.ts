import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callName } from '../../../../src/main/plugins/sheet/callName.ts'

test.each([
  ['weather', 'fetchWeather', 'weather__fetchWeather'],
  ['search-engine', 'search', 'search-engine__search'],
])('%s, %s: %s', (plugin, tool, name) => expect(callName(plugin, tool)).toBe(name))

test('names that no service would accept are changed', () => {
  expect(callName('steam', 'GET /search/results/?json=1')).toMatch(
    /^steam__GET_search[\w-]+_[0-9a-f]{8}$/,
  )
  expect(callName('steam', 'x'.repeat(80))).toHaveLength(64)
})

test('no two tools have one name', () => {
  const id = fc.stringMatching(/^[a-zA-Z0-9][\w.-]{0,5}$/)
  const tool = fc.oneof(fc.stringMatching(/^[\w./ -]{1,6}$/), fc.string({ minLength: 1 }))
  fc.assert(
    fc.property(id, tool, id, tool, (a, first, b, second) => {
      const name = callName(a, first)
      expect(name).toMatch(/^[\w-]{1,64}$/)
      if (a !== b || first !== second) expect(callName(b, second)).not.toBe(name)
    }),
    {
      examples: [
        ['a', '_b', 'a_', 'b'],
        ['a__b', 'c', 'a', 'b__c'],
        ['a.b', 'c', 'a_b', 'c'],
      ],
    },
  )
})
