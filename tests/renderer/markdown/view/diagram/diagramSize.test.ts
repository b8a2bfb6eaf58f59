import { expect, test } from 'vitest'
import { sizeOf } from '../../../../../src/renderer/markdown/view/diagram/diagramSize.ts'

const statements = (count: number, separator = '\n'): string =>
  Array.from({ length: count }, (_, at) => `n${at}`).join(separator)

test.each([
  ['few statements', `flowchart TD\n${statements(30)}`, 'small'],
  ['blank lines, which are none', `pie\n${'\n'.repeat(500)}${statements(5)}`, 'small'],
  ['many', `flowchart TD\n${statements(160)}`, 'large'],
  ['many in one line', `flowchart TD;${statements(160, ';')}`, 'large'],
  ['a mind map of some', `%% a comment\nmindmap\n${statements(80)}`, 'large'],
  ['too many', `flowchart TD\n${statements(301)}`, 'huge'],
  ['too much text', `pie\n"${'a'.repeat(20_000)}" : 1`, 'huge'],
])('%s', (_name, source, size) => {
  expect(sizeOf(source)).toBe(size)
})
