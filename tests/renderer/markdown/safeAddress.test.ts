import { expect, test } from 'vitest'
import { readableAddress, safeAddress } from '../../../src/renderer/markdown/safeAddress.ts'

test.each([
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
  ['HTTP://Example.ORG', 'http://example.org/'],
  ['mailto:ada@example.org', 'mailto:ada@example.org'],
  ['  https://example.org/  ', 'https://example.org/'],
])('%s may be opened', (address, normal) => {
  expect(safeAddress(address)).toBe(normal)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' java\nscript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'app://parley/index.html',
  'blob:https://example.org/1',
  'smb://server/share',
  'ms-msdt:/id',
  '//example.org/without-scheme',
  '/relative',
  '#anchor',
  'https://',
  '',
  `https://example.org/${'a'.repeat(10_000)}`,
])('%s stays inert', (address) => {
  expect(safeAddress(address)).toBeUndefined()
})

test('an address is shown in its own script where it can be', () => {
  expect(readableAddress('https://example.org/%D8%A7')).toBe('https://example.org/ا')
  expect(readableAddress('https://example.org/%E0%A4')).toBe('https://example.org/%E0%A4')
})
