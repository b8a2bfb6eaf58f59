import { expect, test } from 'vitest'
import {
  readDownload,
  safeName,
} from '../../../../../src/main/plugins/frames/views/readDownload.ts'
import { downloadSchema } from '../../../../../src/main/plugins/frames/views/viewMessages.ts'

const read = (uri: string) =>
  Promise.resolve({ contents: [{ uri, blob: Buffer.from('of the server').toString('base64') }] })

test.each([
  [
    'a text',
    { type: 'resource', resource: { uri: 'file:///a/notes.txt', text: 'Hé' } },
    'notes.txt',
    'Hé',
  ],
  ['bytes', { type: 'resource', resource: { uri: 'x:/b.bin', blob: 'AAE=' } }, 'b.bin', '\0\x01'],
  ['a link', { type: 'resource_link', uri: 'x:/c', name: 'c.csv' }, 'c.csv', 'of the server'],
])('saves %s', async (_what, given, name, text) => {
  const [one] = downloadSchema.parse({ contents: [given] }).contents
  const files = one ? await readDownload(one, read) : []
  expect(
    files.map(({ bytes, ...file }) => ({ ...file, text: Buffer.from(bytes).toString() })),
  ).toEqual([{ name, text }])
})

test.each([
  ['../../.bashrc', '_.._.bashrc'],
  ['..\\..\\autostart.cmd', '_.._autostart.cmd'],
  ['.profile', 'profile'],
  ['photo\u202egnp.exe', 'photo_gnp.exe'],
  ['a\0b\n.txt', 'a_b_.txt'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(96)}.pdf`],
  ['...', 'file'],
])('%j is saved as %j', (name, safe) => expect(safeName(name)).toBe(safe))
