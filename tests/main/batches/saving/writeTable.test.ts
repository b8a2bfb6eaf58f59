import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createCsvReader } from '../../../../src/main/batches/reading/csvReader.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { isEnded, openTestBatches, testCaller } from '../openTestBatches.ts'

/** Runs a table to its end. Returns the file that its user saves. */
async function save(
  text: string,
  prompt: string,
  format: 'csv' | 'jsonl',
  guard = false,
): Promise<string> {
  const server = await startFakeOpenAi()
  onTestFinished(() => server.close())
  server.behave(({ messages }) => {
    const asked = messages.at(-1)?.content ?? ''
    if (asked === 'bad') return { kind: 'status', status: 400, body: { error: { message: 'No' } } }
    return { kind: 'answer', text: `=${asked}, "quoted"` }
  })
  const provider = openService(server.baseUrl)
  const opened = openTestBatches({ folder: temporaryFolder(), provider })
  onTestFinished(() => opened.crash())
  opened.begin()
  const { id } = await opened.add(text)
  await opened.start(id, prompt)
  await opened.until(id, isEnded)
  await opened.handlers.save({ id, format, guard }, testCaller)
  return readFileSync(opened.savedPath, 'utf8')
}

const table = 'id;text;Answer\r\n007;good;" kept "\r\n;;\r\n8;bad;\r\n'

test("the user's columns stay as they are, and the new ones have names of their own", async () => {
  expect(await save(table, '{{text}}', 'csv')).toBe(
    [
      '\ufeffid;text;Answer;answer 2;error',
      '007;good;" kept ";"=good, ""quoted""";',
      ';;;;',
      '8;bad;;;badRequest: No',
      '',
    ].join('\r\n'),
  )
})

test('a table of values can be saved as JSON lines', async () => {
  const lines = (await save(table, '{{text}}', 'jsonl')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { id: '007', text: 'good', Answer: ' kept ', 'answer 2': '=good, "quoted"', error: null },
    { id: '', text: '', Answer: '', 'answer 2': null, error: null },
    { id: '8', text: 'bad', Answer: '', 'answer 2': null, error: 'badRequest: No' },
  ])
})

test('the objects of JSON lines keep every character', async () => {
  const lines = '{"n": 12345678901234567890, "t": "x" }\n{"t":"y"}\n'
  expect(await save(lines, '{{t}}', 'jsonl')).toBe(
    [
      '{"n": 12345678901234567890, "t": "x","answer":"=x, \\"quoted\\"","error":null}',
      '{"t":"y","answer":"=y, \\"quoted\\"","error":null}',
      '',
    ].join('\n'),
  )
})

test('an answer that a spreadsheet would run gets an apostrophe; values of the user do not', async () => {
  const own = 'id;text\r\n=1+1;good\r\n@x;bad\r\n'
  const saved = await save(own, '{{text}}', 'csv', true)
  expect(saved).toBe(
    [
      '\ufeffid;text;answer;error',
      `=1+1;good;"'=good, ""quoted""";`,
      '@x;bad;;badRequest: No',
      '',
    ].join('\r\n'),
  )
  // Read back, the value is what the file shows.
  expect(createCsvReader(saved.slice(1)).next(1)[0]?.values).toEqual([
    ...['=1+1', 'good', `'=good, "quoted"`, ''],
  ])
})
