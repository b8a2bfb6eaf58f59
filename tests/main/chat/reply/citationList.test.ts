import { expect, test } from 'vitest'
import { createCitationList } from '../../../../src/main/chat/reply/citationList.ts'

const cite = (number: number, source: string) => ({ number, title: source, passage: '', source })

test('a passage comes once, and no number twice', () => {
  const list = createCitationList([cite(1, 'a'), cite(4, 'b')])
  expect(list.add(cite(2, 'a'))).toBeUndefined()
  expect(list.add(cite(2, 'c'))?.number).toBe(2)
  expect(list.add(cite(1, 'd'))?.number).toBe(5)
  expect(list.add(cite(5, 'e'))?.number).toBe(6)
  expect(list.all().map(({ source }) => source)).toEqual(['a', 'b', 'c', 'd', 'e'])
})
