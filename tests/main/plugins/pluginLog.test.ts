import { expect, test } from 'vitest'
import { openPluginLog, type LogPage } from '../../../src/main/plugins/pluginLog.ts'
import { isWanted } from '../../../src/renderer/plugins/log/logFilter.ts'
import type { LogEntry } from '../../../src/shared/plugins/plugins.ts'
import { openHistory } from '../chat/testHistory.ts'

function fill() {
  const added: LogEntry[] = []
  const log = openPluginLog({
    database: openHistory(),
    redact: (text) => text,
    onAdded: (entry) => added.unshift(entry),
    log: () => undefined,
  })
  const add = (tool: string, fields: Partial<LogEntry> = {}): void =>
    log.add({
      pluginId: 'clock',
      tool,
      host: null,
      arguments: '{}',
      verdict: 'done',
      error: null,
      sentBytes: 0,
      receivedBytes: 0,
      durationMilliseconds: 1,
      ...fields,
    })
  add('first', { arguments: '{"city":"Zürich 100%"}' })
  add('second', { verdict: 'refused', host: 'API.example.com' })
  add('third', {
    pluginId: 'other',
    verdict: 'failed',
    error: { code: 'pluginServerFailed', message: 'It broke', details: {} },
  })
  for (let n = 0; n < 60; n += 1) add('many')
  return { log, added }
}

const filters: [Omit<LogPage, 'before' | 'limit'>, string[]][] = [
  [{ verdicts: ['refused', 'denied'] }, ['second']],
  [{ verdicts: ['failed', 'refused'] }, ['third', 'second']],
  [{ verdicts: [] }, []],
  [{ text: 'zürich 100%' }, ['first']],
  [{ text: ' api.EXAMPLE ' }, ['second']],
  [{ text: 'it broke' }, ['third']],
  [{ text: '%' }, ['first']],
  [{ text: 'third', id: 'clock' }, []],
  [{ text: 'third', id: 'other', verdicts: ['failed'] }, ['third']],
]

test.each(filters)('the log holds what %j wants, however far back', (filter, tools) => {
  const { log, added } = fill()
  // A page is shorter than what is newer.
  expect(log.list({ ...filter, limit: 3 }).map(({ tool }) => tool)).toEqual(tools)
  // The page filters the entries that it adds itself in the same way.
  const { id, ...rest } = filter
  const wanted = added.filter((entry) => isWanted(entry, { ...rest, pluginId: id }))
  expect(wanted.map(({ tool }) => tool)).toEqual(tools)
})

test('an empty text wants everything, page by page', () => {
  const { log } = fill()
  const first = log.list({ text: ' ', limit: 50 })
  const second = log.list({ limit: 50, before: first.at(-1)?.id })
  expect([first.length, second.length]).toEqual([50, 13])
})
