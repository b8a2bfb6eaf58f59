import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWorkbookFile } from '../../../../../src/main/batches/reading/workbook/readWorkbookFile.ts'
import { writeWorkbook } from '../../../../../src/main/batches/saving/workbook/writeWorkbook.ts'
import type { Cell } from '../../../../../src/main/batches/cells.ts'
import { temporaryFolder } from '../../../storage/temporaryFolder.ts'

async function write(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  async function* slices() {
    for (const [at, cells] of rows.entries()) yield [{ name: String(at), cells }]
  }
  const pieces: Uint8Array[] = []
  for await (const piece of writeWorkbook(slices())) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function writeAndRead(rows: readonly (readonly Cell[])[]): Promise<unknown[]> {
  const path = join(temporaryFolder(), 'a.xlsx')
  writeFileSync(path, await write(rows))
  const result = await readWorkbookFile(path, null)
  if ('sheets' in result) throw new Error('It has several sheets')
  const text = new TextDecoder().decode(result.rows)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}

test('every character of a text comes back, and no text becomes a number or a formula', async () => {
  const texts = [
    ...['007', '1e5', '=1+1', '@SUM(A1)', 'TRUE', 'constructor', '__proto__'],
    ...[' spaced ', 'two\r\nlines\tand a tab', '<b>&amp;"', 'émoji 👩‍👧', '苹果'],
    ...['\u0000\u001b\u000b', '_x0041_', '_x005F_x0041_', 'a\ud800b', '\uffff', 'x_x000d_'],
  ]
  expect(await writeAndRead([texts])).toEqual([texts])
})

test('numbers, dates, and truth values keep their kind and their format', async () => {
  const cells: Cell[] = [
    { shown: '12.5%', number: 0.125, format: '0.0%' },
    { shown: '2026-05-14', number: 46_156, format: 'yyyy\\-mm\\-dd' },
    { shown: '1,234.50 "x"', number: 1234.5, format: '#,##0.00 "\\"x\\""' },
    { shown: '3', number: 3, format: 'General' },
    { shown: 'TRUE', boolean: true },
  ]
  const [first, second, , ...others] = cells
  const [row] = (await writeAndRead([cells])) as Cell[][]
  expect(row).toHaveLength(cells.length)
  expect(row).toEqual(expect.arrayContaining([first, second, ...others]))
  expect(row?.[2]).toMatchObject({ number: 1234.5, format: '#,##0.00 "\\"x\\""' })
})

test('columns have the letters of a spreadsheet', async () => {
  const cells = Array.from({ length: 703 }, (_none, at) => (at % 26 === 0 ? String(at) : ''))
  const [row] = (await writeAndRead([[...cells, 'last']])) as string[][]
  expect(row).toEqual([...cells, 'last'])
})

test('a text that no cell can hold is named by its row, and nothing of it is cut', async () => {
  const longest = 'a'.repeat(32_767)
  expect(await writeAndRead([[longest]])).toEqual([[longest]])
  await expect(write([['text'], [`${longest}a`]])).rejects.toMatchObject({
    code: 'tableCellTooLong',
    details: { subject: '1' },
  })
})
