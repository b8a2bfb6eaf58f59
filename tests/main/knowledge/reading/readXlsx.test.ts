import { afterAll, expect, test } from 'vitest'
import { cell, workbook } from '../../../fakes/documents/workbookFile.ts'
import { documentReader, expectDocument } from './documentReader.ts'

const reader = documentReader()
afterAll(reader.close)

async function read(bytes: Buffer) {
  const { text, omissions } = expectDocument(await reader.readDocument({ bytes, name: 'a.xlsx' }))
  return { text, omissions }
}

/** Reads one number in one format. */
async function shown(value: number, format: string, properties = ''): Promise<string> {
  const rows = `<row>${cell(value, 1)}</row>`
  const { text } = await read(workbook([{ rows }], [format], properties))
  return text.replace(/^S1\n\n/, '')
}

test.each([
  ['General', 0.1 + 0.2, '0.3'],
  ['General', 123_456_789_012, '123456789012'],
  ['General', -0.000_001_5, '-0.0000015'],
  ['0.0%', 0.125, '12.5%'],
  ['#,##0.00\\ "EUR"', 1234.5, '1,234.50 EUR'],
  ['[$€-407]\\ #,##0.00', 1234.5, '€ 1,234.50'],
  ['_-* #,##0.00\\ [$kr.-406]_-', 12, '12.00 kr.'],
  ['00000', 42, '00042'],
  ['#,##0_);[Red](#,##0)', -1234, '(1,234)'],
  ['0.00E+00', 12_345, '1.23E+04'],
  ['# ?/?', 2.5, '2 1/2'],
  ['[h]:mm', 1.5, '36:00'],
  ['[h]:mm:ss', 0.75, '18:00:00'],
  ['h:mm', 0.75, '18:00'],
  ['[h]:mm', -1, '-24:00'],
  ['yyyy\\-mm\\-dd', 46_156, '2026-05-14'],
  ['[$-F800]dddd, mmmm dd, yyyy', 46_156, '2026-05-14'],
  ['d/m/yy h:mm', 46_156.75, '2026-05-14 18:00:00'],
  ['yyyy\\-mm\\-dd', 1, '1900-01-01'],
  ['yyyy\\-mm\\-dd', 60, '1900-02-29'],
  ['yyyy\\-mm\\-dd', 61, '1900-03-01'],
  ['yyyy\\-mm\\-dd', -5, '-5'],
  ['yyyy\\-mm\\-dd', 46_156.999_999_99, '2026-05-15'],
  ['no format [', 2.5, '2.5'],
])('the format %s shows %d as %s', async (format, value, text) => {
  expect(await shown(value, format)).toBe(text)
})

test('days are counted from 1904 where the workbook says so, and spans of time are none', async () => {
  expect(await shown(44_694, 'yyyy\\-mm\\-dd', 'date1904="1"')).toBe('2026-05-14')
  expect(await shown(0, 'yyyy\\-mm\\-dd', 'date1904="true"')).toBe('1904-01-01')
  expect(await shown(1.5, '[h]:mm', 'date1904="1"')).toBe('36:00')
})

test('built-in formats count, and those of named styles do not', async () => {
  const rows = `<row>${cell(46_156, 1)}${cell(0.5, 2)}${cell(1.5, 3)}${cell(0.5, 0)}</row>`
  expect((await read(workbook([{ rows }]))).text).toBe('S1\n\n2026-05-14 | 50% | 36:00:00 | 0.5')
})

test('sheets, rows, columns and values that the author hid are left out and told', async () => {
  const { text, omissions } = await read(
    workbook(
      [
        {
          head: '<cols><col min="2" max="3" hidden="1"/></cols>',
          rows:
            `<row>${cell('Boat')}${cell('Secret')}${cell('')}${cell('Fee')}</row>` +
            `<row hidden="1">${cell('Gull')}${cell('x')}${cell('')}${cell(5)}</row>` +
            `<row hidden="1"></row><row>${cell('Tern')}${cell('')}${cell('')}${cell(6, 1)}</row>`,
        },
        { state: 'hidden', rows: `<row>${cell('Hidden')}</row>` },
        { state: 'veryHidden', rows: `<row>${cell('Hidden')}</row>` },
        { rows: `<row>${cell('Shown')}</row>` },
      ],
      [';;;'],
    ),
  )
  expect(text).toBe('S1\n\nBoat | Fee\nTern\n\nS4\n\nShown')
  expect(omissions).toEqual([
    { reason: 'hiddenSheet', count: 2 },
    { reason: 'hiddenRow', count: 1 },
    { reason: 'hiddenColumn', count: 1 },
    { reason: 'hiddenText', count: 1 },
  ])
})

test('rows that a filter or a folded group has out of sight are read', async () => {
  const rows = `<row hidden="1">${cell('One')}</row>`
  const folded = `<row hidden="1" outlineLevel="1">${cell('Two')}</row>`
  const { text, omissions } = await read(
    workbook([{ head: '<sheetPr filterMode="1"/>', rows }, { rows: folded }]),
  )
  expect(text).toBe('S1\n\nOne\n\nS2\n\nTwo')
  expect(omissions).toEqual([])
})
