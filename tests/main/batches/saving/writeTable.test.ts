import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createCsvReader } from '../../../../src/main/batches/reading/csvReader.ts'
import { readWorkbookFile } from '../../../../src/main/batches/reading/workbook/readWorkbookFile.ts'
import type { SavedFormat } from '../../../../src/shared/batches/batches.ts'
import { cell, workbook } from '../../../fakes/documents/workbookFile.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { isEnded, openTestBatches, testCaller } from '../openTestBatches.ts'

/** Runs a table to its end. Returns the path of the file that its user saves. */
async function saveFile(
  text: string | Uint8Array,
  prompt: string,
  format: SavedFormat,
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
  return opened.savedPath
}

async function save(...given: Parameters<typeof saveFile>): Promise<string> {
  return readFileSync(await saveFile(...given), 'utf8')
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

test('the properties of the answers are columns; any other answer is kept whole and marked', async () => {
  const server = await startFakeOpenAi()
  onTestFinished(() => server.close())
  server.behave(({ messages }) => {
    const asked = messages.at(-1)?.content ?? ''
    return { kind: 'answer', text: asked === 'bad' ? 'I am not sure.' : '{"tone":"glad","Id":7}' }
  })
  const provider = openService(server.baseUrl)
  const opened = openTestBatches({ folder: temporaryFolder(), provider })
  onTestFinished(() => opened.crash())
  opened.begin()
  const { id } = await opened.add('id;text\n1;good\n2;bad\n')
  const schema = { properties: { tone: { type: 'string' }, Id: { type: 'integer' } } }
  await opened.start(id, '{{text}}', '', { answerShape: JSON.stringify(schema) })
  const ended = await opened.until(id, isEnded)
  expect(ended.counts.done).toBe(2)
  expect(server.requests[0]?.body).toMatchObject({
    response_format: { type: 'json_schema', json_schema: { strict: false, schema } },
  })
  const save = async (format: SavedFormat): Promise<string> => {
    await opened.handlers.save({ id, format, guard: true }, testCaller)
    return readFileSync(opened.savedPath, 'utf8')
  }
  expect(await save('csv')).toBe(
    [
      '\ufeffid;text;tone;Id 2;answer;error',
      '1;good;glad;7;"{""tone"":""glad"",""Id"":7}";',
      '2;bad;;;I am not sure.;not the JSON that was asked for',
      '',
    ].join('\r\n'),
  )
  expect((await save('jsonl')).split('\n')[0]).toBe(
    '{"id":"1","text":"good","tone":"glad","Id 2":7,"answer":"{\\"tone\\":\\"glad\\",\\"Id\\":7}","error":null}',
  )
})

test("a workbook's values keep their kinds beside the answers, which are texts", async () => {
  const rows = `<row>${cell('text')}${cell('share')}</row><row>${cell('007')}${cell(0.5, 1)}</row>`
  const path = await saveFile(workbook([{ rows }], ['0%']), '{{text}} {{share}}', 'xlsx', true)
  const saved = await readWorkbookFile(path, null)
  const text = 'rows' in saved ? new TextDecoder().decode(saved.rows) : ''
  expect(text.split('\n')).toEqual([
    '["text","share","answer","error"]',
    '["007",{"shown":"50%","number":0.5,"format":"0%"},"=007 50%, \\"quoted\\""]',
    '',
  ])
})
