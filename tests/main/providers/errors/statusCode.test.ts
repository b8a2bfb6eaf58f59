import { expect, test } from 'vitest'
import { readAnswer } from '../../../../src/main/providers/errors/errorAnswer.ts'
import { codeOfStatus } from '../../../../src/main/providers/errors/statusCode.ts'

const answerOf = (message: string) => readAnswer(JSON.stringify({ error: { message } }))

test('a long answer is told by its beginning', () => {
  const message = `The model 'parrot' does not exist. ${'You can list them. '.repeat(1000)}`
  expect(codeOfStatus(404, answerOf(message))).toBe('modelNotFound')
})

// Read as a whole, each takes longer than a test may.
test.each(['model ', 'exceed the model '])('half a megabyte of "%s" is read soon', (words) => {
  const message = words.repeat(500_000 / words.length)
  expect(codeOfStatus(404, answerOf(message))).toBe('notFound')
})
