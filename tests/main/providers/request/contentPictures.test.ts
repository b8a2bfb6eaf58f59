import { expect, test } from 'vitest'
import { createAnswerReader } from '../../../../src/main/providers/anthropic/answerReader.ts'
import { createConverseBlocks } from '../../../../src/main/providers/bedrock/converseBlocks.ts'
import { picturesIn } from '../../../../src/main/providers/request/contentPictures.ts'
import { createResponsesAnswer } from '../../../../src/main/providers/openAiResponses/responsesAnswer.ts'
import { AppError } from '../../../../src/shared/errors.ts'

const bytes = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
const data = bytes.toString('base64')
const url = `data:image/png;base64,${data}`
const picture = { type: 'image', mediaType: 'image/png', bytes }
const warning = { type: 'warning', warning: { code: 'contentUnknown', subject: 'image' } }

const same = (events: readonly object[]) =>
  events.map((event) =>
    'bytes' in event ? { ...event, bytes: Buffer.from(event.bytes as Uint8Array) } : event,
  )

test.each([
  { type: 'image_url', image_url: { url } },
  { type: 'image_url', image_url: url },
  { image_url: { url } },
  { type: 'output_image', image_url: url },
  { type: 'image', image: data },
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
  { inline_data: { mime_type: 'image/png', data } },
  { inlineData: { mimeType: 'image/png', data } },
  { type: 'output_image', b64_json: data },
  { b64_json: data },
])('a picture in content is found: %j', (part) => {
  expect(same(picturesIn(part))).toEqual([picture])
})

test.each([
  { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
  { type: 'image' },
  { type: 'image_file', image_file: { file_id: 'file-1' } },
  { type: 'output_image', image_url: null },
])('one that can not be shown is told: %j', (part) => {
  expect(picturesIn(part)).toEqual([warning])
})

test.each([{ type: 'text', text: 'An image_url' }, {}, null, 'image', [1]])(
  '%j is none',
  (part) => {
    expect(picturesIn(part)).toEqual([])
  },
)

const toError = () => new AppError('serverError', '')

test('the Messages API', () => {
  const source = { type: 'base64', media_type: 'image/png', data }
  const reader = createAnswerReader('1', toError)
  const events = reader.take({
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'image', source },
  })
  expect(same(events)).toEqual([picture])
})

test.each([
  ['after its text', true],
  ['in a message that came whole', false],
])('Responses, %s', (_when, streamed) => {
  const reader = createResponsesAnswer(true, toError)
  const item = {
    type: 'message',
    id: 'msg_1',
    content: [
      { type: 'output_text', text: 'Look' },
      { type: 'output_image', image_url: url },
    ],
  }
  const response = { id: 'r', status: 'completed', output: [item] }
  const events = [
    ...(streamed
      ? [
          { type: 'response.output_text.delta', output_index: 0, item_id: 'msg_1', delta: 'Look' },
          { type: 'response.output_item.done', output_index: 0, item },
        ]
      : []),
    { type: 'response.completed', response },
  ].flatMap((event) => reader.take(event))
  expect(same(events)).toEqual([{ type: 'text', text: 'Look' }, picture])
})

test('Converse, of a picture that is only at an address', () => {
  const image = { format: 'png', source: { s3Location: { uri: 's3://a/b.png' } } }
  expect(createConverseBlocks().whole(0, { image })).toEqual([warning])
})
