import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTable } from '../../../../src/main/batches/reading/openTable.ts'
import { cell, workbook } from '../../../fakes/documents/workbookFile.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

const workbookEntry = new URL(
  '../../../../src/main/batches/reading/workbook/workbookWorker.ts',
  import.meta.url,
)

async function read(content: string | Uint8Array, slice = 2) {
  const path = join(temporaryFolder(), 'table')
  writeFileSync(path, content)
  const opened = await openTable(path, { workbookEntry })
  if ('sheets' in opened) throw new Error('It has several sheets')
  const { next, ...reader } = opened.reader
  const rows: string[][] = []
  for (let found = next(slice); found.length > 0; found = next(slice)) {
    rows.push(...found.map(({ values }) => values))
  }
  return { ...reader, rows }
}

test.each([
  [',', 'a,b\n1,2\n3,4\n'],
  [';', 'a;b\r\n1;2\r\n3;4'],
  ['\t', 'a\tb\r1\t2\r3\t4'],
])('values between %j are read', async (delimiter, text) => {
  expect(await read(text)).toMatchObject({
    ...{ format: 'csv', delimiter, titles: ['a', 'b'] },
    rows: [
      ['1', '2'],
      ['3', '4'],
    ],
  })
})

test("values are what stands in the file: line breaks, spaces, zeros and other systems' signs", async () => {
  const text = 'id;text\r\n007;"two\r\nlines ""said"" "\r\n 1 ;\u2028\u000b\r\n'
  expect((await read(text)).rows).toEqual([
    ['007', 'two\r\nlines "said" '],
    [' 1 ', '\u2028\u000b'],
  ])
})

test('a file as Excel writes it in Europe is read', async () => {
  const excel = '\ufeffsep=;\r\nname;preis\r\n"widget; blau";1.234,50\r\n'
  expect(await read(excel)).toMatchObject({
    ...{ delimiter: ';', titles: ['name', 'preis'], rows: [['widget; blau', '1.234,50']] },
  })
  const latin = Buffer.from('name;ort\r\nJürgen;Köln\r\nJörg;Düren\r\n', 'latin1')
  expect((await read(latin)).rows).toEqual([
    ['Jürgen', 'Köln'],
    ['Jörg', 'Düren'],
  ])
})

test('a row with more values than titles adds columns', async () => {
  expect(await read('a,b\n1,2,3\n4\n')).toMatchObject({
    titles: ['a', 'b', ''],
    rows: [['1', '2', '3'], ['4']],
  })
})

test('JSON lines keep long numbers and nested values as they are', async () => {
  const lines = [
    '{"id": 12345678901234567890, "price": 1.50}',
    '',
    '{"text": "Hi", "tags": ["a", {"n": 1.0}], "none": null, "id": true}',
  ]
  expect(await read(lines.join('\r\n'))).toMatchObject({
    ...{ format: 'jsonl', titles: ['id', 'price', 'text', 'tags', 'none'] },
    rows: [
      ['12345678901234567890', '1.50'],
      ['true', '', 'Hi', '["a",{"n":1.0}]', ''],
    ],
  })
})

test('a line that is no JSON object is named', async () => {
  await expect(read('{"a":1}\n\n[1]\n')).rejects.toMatchObject({
    code: 'tableLineInvalid',
    details: { subject: '3' },
  })
})

test.each([
  ['nothing', ''],
  ['a picture', readFileSync(import.meta.filename).map((byte) => byte & 7)],
])('a file of %s is no table', async (_name, content) => {
  await expect(read(content)).rejects.toMatchObject({ code: 'tableUnreadable' })
})

test('a workbook is read in a thread, also row by row', async () => {
  const rows = ['<row>', cell('id'), '</row><row>', cell('007'), cell(2), '</row><row/>']
  expect(await read(workbook([{ rows: rows.join('') }]), 1)).toMatchObject({
    ...{ format: 'csv', delimiter: null, titles: ['id', ''] },
    rows: [['007', '2']],
  })
})
