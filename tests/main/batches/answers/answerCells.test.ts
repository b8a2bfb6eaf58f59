import { expect, test } from 'vitest'
import { answerCells } from '../../../../src/main/batches/answers/answerCells.ts'

test('each property is a value of its kind, with the digits that the model wrote', () => {
  const answer =
    '{"text": "007", "number": 2.5, "long": 12345678901234567890, "flag": false, "none": null, "list": [1.0, "a"]}'
  const columns = ['text', 'number', 'long', 'flag', 'none', 'list', 'missing', 'toString']
  expect(answerCells(answer, columns)).toEqual([
    { cell: '007', json: '"007"' },
    { cell: { shown: '2.5', number: 2.5, format: 'General' }, json: '2.5' },
    { cell: '12345678901234567890', json: '12345678901234567890' },
    { cell: { shown: 'false', boolean: false }, json: 'false' },
    { cell: '', json: 'null' },
    { cell: '[1.0,"a"]', json: '[1.0,"a"]' },
    { cell: '', json: 'null' },
    { cell: '', json: 'null' },
  ])
})

test.each([null, '', 'I will not.', '["a"]', '```\nno\n```'])(
  'the answer %j has no properties',
  (answer) => {
    expect(answerCells(answer, ['a'])).toEqual([{ cell: '', json: 'null' }])
  },
)
