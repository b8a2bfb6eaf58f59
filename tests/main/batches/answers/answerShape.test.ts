import { expect, test } from 'vitest'
import { fitsShape, readAnswerShape } from '../../../../src/main/batches/answers/answerShape.ts'

test('names become a strict schema of texts', () => {
  expect(readAnswerShape(' tone, the reason\nscore,')).toMatchObject({
    columns: ['tone', 'the reason', 'score'],
    format: {
      strict: true,
      schema: {
        type: 'object',
        properties: { tone: { type: 'string' } },
        required: ['tone', 'the reason', 'score'],
        additionalProperties: false,
      },
    },
  })
  expect(readAnswerShape('النبرة، السبب')?.columns).toEqual(['النبرة', 'السبب'])
  expect(readAnswerShape('口調、理由，点数')?.columns).toEqual(['口調', '理由', '点数'])
  expect(readAnswerShape(' \n')).toBeNull()
})

test('a JSON schema is sent as it is, and only as strict as it is', () => {
  const open = { properties: { score: { type: 'integer', maximum: 5 } } }
  expect(readAnswerShape(JSON.stringify(open))).toMatchObject({
    columns: ['score'],
    format: { strict: false, schema: { type: 'object', ...open } },
  })
  const closed = { ...open, required: ['score'], additionalProperties: false }
  expect(readAnswerShape(JSON.stringify(closed))?.format.strict).toBe(true)
  const within = { ...closed, properties: { score: { type: 'array', items: open } } }
  expect(readAnswerShape(JSON.stringify(within))?.format.strict).toBe(false)
})

test.each([
  ['a name twice', 'tone, tone'],
  ['no JSON', '{"type": "object",'],
  ['no properties', '{"type": "string"}'],
  ['properties that are no object', '{"properties": ["tone"]}'],
  ['only commas', ', ,'],
  ['an unknown type', '{"properties": {"a": {"type": "text"}}}'],
])('%s is refused', (_name, text) => {
  expect(() => readAnswerShape(text)).toThrow(
    expect.objectContaining({ code: 'answerShapeInvalid' }),
  )
})

test.each([
  ['{"tone":"glad","score":3}', true],
  ['```json\n{"tone":"glad","score":3}\n```', true],
  ['{"tone":"glad"}', false],
  ['{"tone":"glad","score":"3"}', false],
  ['Here you are: {"tone":"glad","score":3}', false],
  ['I will not.', false],
])('%j fits: %j', (answer, fits) => {
  const schema = {
    properties: { tone: { type: 'string' }, score: { type: 'integer' } },
    required: ['tone', 'score'],
  }
  const shape = readAnswerShape(JSON.stringify(schema))
  expect(shape && fitsShape(shape, answer)).toBe(fits)
})
