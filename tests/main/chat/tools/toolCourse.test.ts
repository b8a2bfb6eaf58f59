import { expect, test } from 'vitest'
import type { ToolTask } from '../../../../src/shared/chat/parts.ts'
import { boxOf, said, testTool } from '../../tools/testTool.ts'
import { resultsOf, wanting } from '../openDoors.ts'
import { collect, exchange, openChat, openHistory, send } from '../testHistory.ts'

const task: ToolTask = { id: 'task-1', server: 'server-1' }

/** A tool that a server makes a task of, and that counts how often it is really called. */
function report(called: string[], fetched: ToolTask[], onKept: () => void) {
  return testTool({
    name: 'report',
    effect: 'outside',
    consent: () => ({ ask: 'oncePerChat' }),
    async run(_input, { toolCallId, course }) {
      if (course?.task) {
        fetched.push(course.task)
        return said('The report')
      }
      called.push(toolCallId)
      course?.keepTask(task)
      onKept()
      return new Promise(() => undefined)
    },
  })
}

test('the result of a task that Parley did not outlive is fetched, and nothing is called twice', async () => {
  const called: string[] = []
  const fetched: ToolTask[] = []
  const leaving = new AbortController()
  const tool = report(called, fetched, () => leaving.abort())
  const database = openHistory()
  const provider = wanting([{ id: 'one', name: 'report' }])
  const before = openChat(provider, database, { tools: boxOf(tool) })
  const { answer: asked } = await exchange(before.replies, send('go'))
  const call = asked.parts.find((part) => part.type === 'toolCall')
  const approvalId = call?.approval?.id ?? ''
  const allow = {
    kind: 'answerToolCall' as const,
    messageId: asked.id,
    approvalId,
    decision: 'once' as const,
  }
  await collect(before.replies.reply(allow, leaving.signal))
  const after = openChat(provider, database, { tools: boxOf(tool) })
  const { answer } = await exchange(after.replies, { kind: 'continue', messageId: asked.id })
  expect(answer.status).toBe('complete')
  expect(called).toEqual(['one'])
  expect(fetched).toEqual([task])
  expect(resultsOf(answer)).toEqual(['The report'])
})

test('what a running call tells is shown and not kept', async () => {
  const news = { message: 'Half of it', share: 0.5, task: 'working' as const }
  let end = (): void => undefined
  const tool = testTool({
    name: 'report',
    async run(_input, { course }) {
      course?.onNews({ ...news, message: 'A little' })
      course?.onNews(news)
      await new Promise<void>((resolve) => (end = resolve))
      return said('done')
    },
  })
  const { replies } = openChat(wanting([{ id: 'one', name: 'report' }]), openHistory(), {
    tools: boxOf(tool),
  })
  const told: unknown[] = []
  let parts = ''
  for await (const frame of replies.reply(send('go'), new AbortController().signal)) {
    if (frame.type === 'toolNews') {
      told.push(frame)
      end()
    }
    if (frame.type === 'finished') parts = JSON.stringify(frame.message.parts)
  }
  expect(told).toEqual([{ type: 'toolNews', id: 'one', ...news }])
  expect(parts).not.toContain('Half of it')
})
