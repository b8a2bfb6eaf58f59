import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import {
  minorWarnings,
  prominentWarnings,
} from '../../../../src/renderer/chat/message/replyWarnings.ts'
import texts from '../../../../src/renderer/locales/en-US.json' with { type: 'json' }
import { continueThread, forgetThread } from '../../../../src/renderer/chat/conversation/thread.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import { warningCodes } from '../../../../src/shared/chat/parts.ts'
import type { Attachment, Warning, WarningCode } from '../../../../src/shared/chat/parts.ts'
import { createConversation, createMessage } from '../conversation/fakeMain.ts'

const conversation = createConversation()

function answerWith(...warnings: Warning[]): Message {
  return createMessage(conversation, { warnings })
}

beforeAll(async () => {
  await i18next.init({
    lng: 'en-US',
    resources: { 'en-US': { translation: texts } },
    interpolation: { escapeValue: false },
  })
})

/** Warnings about Parley's own limits, and about its own search, concern the answer itself. */
const ofTheAnswer = new Set<WarningCode>([
  'instructionsMoved',
  'toolCallUnnamed',
  'toolCallsRepeated',
  'answerTooLong',
  'tooManyCalls',
  'sourcesLeftOut',
  'filesLeftOut',
  'warningsLeftOut',
  'knowledgeFailed',
  'knowledgeWordsOnly',
  'knowledgeEmpty',
  'knowledgeHostedFailed',
  'knowledgeNotReranked',
  'speechInterrupted',
])

test.each(warningCodes)('%s is told in one place, with what it is about', (code) => {
  const answer = answerWith({ code, subject: '12' })
  const told = [
    ...prominentWarnings(answer, i18next.t, 'en-US'),
    ...minorWarnings(answer, i18next.t, 'en-US'),
  ]
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(ofTheAnswer.has(code) ? /^[^\d]+\.$/ : /^.*12.*\.$/)
  expect(told[0]).not.toMatch(/\{\{|chat\./)
})

test('what every round of a turn warns of is said once', () => {
  const warning = { code: 'attachmentDropped', subject: 'scan.pdf' } as const
  const other = { code: 'attachmentDropped', subject: 'photo.png' } as const
  expect(prominentWarnings(answerWith(warning, other, warning), i18next.t, 'en-US')).toHaveLength(2)
})

test('of requests that the server cut, the last is told, with both numbers', () => {
  const cut = (subject: string): Warning => ({ code: 'promptCut', subject })
  const told = prominentWarnings(
    answerWith(cut('2050/9000'), cut('2050/12528')),
    i18next.t,
    'en-US',
  )
  expect(told).toEqual([expect.stringMatching(/ 2,050 .* 12,528 /)])
})

test('a warning without its number still makes a sentence', () => {
  const [sentence] = prominentWarnings(answerWith({ code: 'earlierDropped' }), i18next.t, 'en-US')
  expect(sentence).not.toMatch(/NaN|undefined|\{\{/)
})

test('a file that an earlier message brought is only in the details', () => {
  const file = (name: string): Attachment => {
    return { id: '0'.repeat(64), name, mediaType: 'audio/wav', sizeBytes: 1 }
  }
  const parts = [{ type: 'file' as const, file: file('new.wav') }]
  const question = createMessage(conversation, { role: 'user', parts })
  const answer = {
    ...answerWith(
      { code: 'attachmentDropped', subject: 'old.wav' },
      { code: 'attachmentDropped', subject: 'new.wav' },
    ),
    parentId: question.id,
  }
  continueThread(conversation.id, [question, answer])
  expect(prominentWarnings(answer, i18next.t, 'en-US')).toEqual([
    expect.stringContaining('new.wav'),
  ])
  expect(minorWarnings(answer, i18next.t, 'en-US')).toEqual([expect.stringContaining('old.wav')])
  forgetThread(conversation.id)
  expect(prominentWarnings(answer, i18next.t, 'en-US')).toHaveLength(2)
})
