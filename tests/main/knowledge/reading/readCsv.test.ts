import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { readCsv } from '../../../../src/main/knowledge/reading/readCsv.ts'
import { documentReader, expectDocument } from './documentReader.ts'

const reader = documentReader()
afterAll(reader.close)

async function read(bytes: Buffer) {
  return expectDocument(await reader.readDocument({ bytes, name: 'a.csv' }))
}

test.each([
  [
    'a line that names the mark',
    'sep=;\r\nName;Preis\r\nMöwe;1,50\r\n',
    'Name | Preis\nMöwe | 1,50',
  ],
  ['a line that names it in quotes', '"sep=|"\nA|B;C;D\n1|2', 'A | B;C;D\n1 | 2'],
  ['a line that names a comma', 'sep=,\na;b,c\n1;2,3', 'a;b | c\n1;2 | 3'],
  [
    'decimal commas',
    'Name;Preis\nMöwe;1,50\nTölpel;2,75',
    'Name | Preis\nMöwe | 1,50\nTölpel | 2,75',
  ],
  [
    'commas in every head and value',
    'Preis, netto;Stück, je;Ort, Land\n1,50;2,0;Köln, DE',
    'Preis, netto | Stück, je | Ort, Land\n1,50 | 2,0 | Köln, DE',
  ],
  [
    'a semicolon in a value',
    'Name,Note\nGull,white; loud\nTern,small',
    'Name | Note\nGull | white; loud\nTern | small',
  ],
  ['quotes', 'a,b\n"say ""yes""","two\nlines"', 'a | b\nsay "yes" | two lines'],
  ['quotes within a value', 'a,b\n5" pipe,6" pipe', 'a | b\n5" pipe | 6" pipe'],
  ['a quote that is never closed', 'a,b\n"one,two\nthree,four', 'a | b\n"one | two\nthree | four'],
  ['text after a quote', 'a,b\n"one" more,two', 'a | b\none more | two'],
  ['rows of different lengths', 'a,b\n1\n\n1,2,3,', 'a | b\n1\n1 | 2 | 3'],
  ['empty values', 'a,,c\n,2,', 'a |  | c\n | 2'],
])('%s', async (_name, csv, text) => {
  expect((await read(Buffer.from(`\ufeff${csv}`))).text).toBe(text)
  expect((await read(Buffer.from(csv))).text).toBe(text)
})

test('every value is read, whatever its characters', () => {
  const value = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ',', ';', '\n', '.') })
  const row = fc.array(value, { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
      const csv = `sep=,\n${rows.map((cells) => cells.map(quoted).join(',')).join('\n')}`
      const expected = rows
        .map((cells) => cells.map((text) => text.trim().replaceAll(/\s+/g, ' ')))
        .map((cells) => cells.join(' | ').replace(/(?: \| )*$/, ''))
        .filter((line) => line !== '')
      expect(readCsv(csv).text).toBe(expected.join('\n'))
    }),
  )
})

test('a single line of 24 MB is read in bounded memory, and tells what it leaves out', async () => {
  const values = Buffer.from('some words,'.repeat(2_100_000))
  const { text, omissions } = await read(values)
  expect(text.startsWith('some words | some words')).toBe(true)
  expect(omissions).toEqual([{ reason: 'tooLong' }])
  const quotes = await read(Buffer.from(`"${'open, '.repeat(4_000_000)}`))
  expect(quotes.text.startsWith('"open | open')).toBe(true)
  const one = await read(Buffer.from('words '.repeat(4_000_000)))
  expect(one.text).toHaveLength(4_000_000)
  expect(one.omissions).toEqual([{ reason: 'tooLong' }])
})
