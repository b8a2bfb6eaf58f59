import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWorkbookFile } from '../../../../../src/main/batches/reading/workbook/readWorkbookFile.ts'
import { cell, workbook } from '../../../../fakes/documents/workbookFile.ts'
import { zipFile } from '../../../../fakes/zipFile.ts'
import { temporaryFolder } from '../../../storage/temporaryFolder.ts'

async function read(bytes: Buffer, sheet: string | null = null) {
  const path = join(temporaryFolder(), 'a.xlsx')
  writeFileSync(path, bytes)
  const result = await readWorkbookFile(path, sheet)
  if ('sheets' in result) return result
  const lines = new TextDecoder().decode(result.rows).trimEnd().split('\n')
  return { rows: lines.map((line) => JSON.parse(line) as unknown), notes: result.notes }
}

const row = (...cells: string[]): string => `<row>${cells.join('')}</row>`

test('a text stays a text, and a number keeps its value and its format', async () => {
  const rows = [
    row(cell('id'), cell('share')),
    row(cell('007'), cell(0.125, 1)),
    row(cell(42, 2), '<c t="b"><v>1</v></c>'),
    row('<c t="e"><v>#N/A</v></c>', '<c t="str"><f>A1</f><v>id</v></c>'),
  ]
  expect(await read(workbook([{ rows: rows.join('') }], ['0.0%', '00000']))).toEqual({
    rows: [
      ['id', 'share'],
      ['007', { shown: '12.5%', number: 0.125, format: '0.0%' }],
      [
        { shown: '00042', number: 42, format: '00000' },
        { shown: 'TRUE', boolean: true },
      ],
      ['#N/A', 'id'],
    ],
    notes: { hiddenRows: 0, hiddenColumns: 0, emptyFormulas: 0 },
  })
})

test('a date is shown as such, and counts its days from 1900 in either system', async () => {
  const rows = row(cell('signed on')) + row(cell(44_694, 1))
  const dates = (properties: string) => read(workbook([{ rows }], ['yyyy\\-mm\\-dd'], properties))
  const format = 'yyyy\\-mm\\-dd'
  expect(await dates('date1904="1"')).toMatchObject({
    rows: [['signed on'], [{ shown: '2026-05-14', number: 46_156, format }]],
  })
  expect(await dates('')).toMatchObject({
    rows: [['signed on'], [{ shown: '2022-05-13', number: 44_694, format }]],
  })
})

test('rows and cells that the file leaves out are empty, but not those at its ends', async () => {
  const rows =
    '<row r="3"><c r="B3" t="inlineStr"><is><t>b</t></is></c></row>' +
    '<row r="6"><c r="A6"><v>1</v></c></row><row r="900000"><c r="C900000" s="1"/></row>'
  expect(await read(workbook([{ rows }]))).toMatchObject({
    rows: [['', 'b'], [], [], [{ number: 1 }]],
  })
})

test('hidden rows and columns are read and counted, formulas without a result are counted', async () => {
  const head = '<cols><col min="2" max="3" hidden="1"/></cols>'
  const rows = [
    row(cell('a'), cell('b')),
    `<row hidden="1">${cell('x')}${cell('y')}</row>`,
    row('<c><f>1+1</f></c>', cell('z')),
  ]
  expect(await read(workbook([{ head, rows: rows.join('') }]))).toMatchObject({
    rows: [
      ['a', 'b'],
      ['x', 'y'],
      ['', 'z'],
    ],
    notes: { hiddenRows: 1, hiddenColumns: 1, emptyFormulas: 1 },
  })
})

test('the user chooses among several sheets; a hidden one is none of them', async () => {
  const sheets = ['one', 'two', 'three'].map((text) => ({ rows: row(cell(text)) }))
  const file = workbook([...sheets, { state: 'hidden', rows: '' }])
  expect(await read(file)).toEqual({ sheets: ['S1', 'S2', 'S3'] })
  expect(await read(file, 'S2')).toMatchObject({ rows: [['two']] })
  await expect(read(file, 'S4')).rejects.toMatchObject({ code: 'tableUnreadable' })
})

test.each([
  ['a row far below', `${row(cell('a'))}<row r="1048576"><c><v>1</v></c></row>`],
  ['a column far to the right', '<row><c r="XFD1"><v>1</v></c></row>'],
])('%s is too large', async (_name, rows) => {
  await expect(read(workbook([{ rows }]))).rejects.toMatchObject({ code: 'tableTooLarge' })
})

test('a file that inflates to too much is refused', async () => {
  const text = 'a'.repeat(41_000_000)
  const bomb = zipFile([
    {
      name: 'xl/workbook.xml',
      content: '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationships><Relationship Id="a" Target="sheet.xml"/></Relationships>',
    },
    { name: 'xl/sharedStrings.xml', content: `<sst><si><t>${text}</t></si></sst>` },
  ])
  expect(bomb.length).toBeLessThan(50_000)
  await expect(read(bomb)).rejects.toMatchObject({ code: 'tableTooLarge' })
})

test('another archive is no table', async () => {
  const file = zipFile([{ name: 'a.txt', content: 'a,b\n1,2\n' }])
  await expect(read(file)).rejects.toMatchObject({ code: 'tableUnreadable' })
})
