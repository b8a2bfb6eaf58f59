import { expect, test } from 'vitest'
import { isMarkedName } from '../../../src/main/providers/markedName.ts'
import { newRemoteName } from '../../../src/main/serviceFiles/remoteName.ts'
import { remoteName } from '../../../src/main/knowledge/hosted/remoteName.ts'

test('a name is readable, keeps its ending and is like no other', () => {
  const name = newRemoteName('Bericht: Größe "1/2".pdf')
  expect(name).toMatch(/^Bericht Größe 1 2 \[parley-[0-9a-f]{16}\]\.pdf$/)
  expect(newRemoteName('a.pdf')).not.toBe(newRemoteName('a.pdf'))
})

test.each(['', '.pdf', 'a', '😀'.repeat(500), '\ud800.txt', '"\r\n\0.pdf', 'a.b.c d'])(
  'a name is made of %j, too',
  (given) => {
    const name = newRemoteName(given)
    expect(isMarkedName(name)).toBe(true)
    expect(name.length).toBeLessThan(130)
    expect(name).not.toMatch(/["\r\n\0\ud800-\udfff]/u)
  },
)

test('the names of bases are known as those of a Parley, and others are not', () => {
  expect(isMarkedName(remoteName('lease.txt', 'b7a6c5d4-0000', 3))).toBe(true)
  for (const name of ['report.pdf', 'parley.pdf', '[parley] notes.txt']) {
    expect(isMarkedName(name)).toBe(false)
  }
})
