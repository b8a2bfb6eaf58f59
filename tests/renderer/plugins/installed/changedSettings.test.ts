import { expect, test } from 'vitest'
import { changedSettings } from '../../../../src/renderer/plugins/installed/changedSettings.ts'
import { fieldsOf } from '../../../../src/renderer/ui/forms/schemaFields.ts'

const fields = fieldsOf(
  {
    properties: {
      key: { type: 'string' },
      name: { type: 'string' },
      count: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string' } },
    },
  },
  ['key'],
)
const saved = { values: { name: 'Ada', count: 3 }, secrets: ['key'] }

test('only what differs is written; an empty secret changes nothing', () => {
  expect(changedSettings(fields, { name: 'Ada', count: 4 }, saved)).toEqual({ count: 4 })
  expect(changedSettings(fields, { key: 'new', name: 'Ada', count: 3 }, saved)).toEqual({
    key: 'new',
  })
})

test('an emptied setting is removed, and a list is kept as JSON', () => {
  expect(changedSettings(fields, { count: 3, tags: ['a'] }, saved)).toEqual({
    name: null,
    tags: '["a"]',
  })
})
