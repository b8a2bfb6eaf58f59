import { expect, test } from 'vitest'
import { createDocumentTexts } from '../../../../src/main/chat/turns/documentTexts.ts'
import { createFilePreview } from '../../../../src/main/chat/turns/previewFiles.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { chat as contract } from '../../../../src/shared/chat/chat.ts'
import type { Attachment } from '../../../../src/shared/chat/parts.ts'
import { saying } from '../scriptedProvider.ts'

const model = { providerId: 'p', modelId: 'm' }

function fileOf(name: string, mediaType: string): Attachment {
  const id = Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64)
  return { id, name, mediaType, sizeBytes: 8000 }
}

/** Documents whose bytes are their text; one that begins with `!` is damaged. */
function open(takesFile: NonNullable<Provider['takesFile']>) {
  let reads = 0
  const files = new Map<string, string>()
  const documents = createDocumentTexts(
    (id) => Promise.resolve(new TextEncoder().encode(files.get(id))),
    (bytes) => {
      reads += 1
      const text = new TextDecoder().decode(bytes)
      if (text.startsWith('!')) return Promise.reject(new AppError('documentDamaged', 'Broken'))
      return Promise.resolve({ text, isPartial: text.includes('…') })
    },
  )
  const lookup = () => Promise.resolve({ ...saying('Hi'), takesFile })
  const add = (file: Attachment, text: string): Attachment => {
    files.set(file.id, text)
    return file
  }
  return { add, preview: createFilePreview({ lookup, documents }), reads: () => reads }
}

test('tells what goes as a file, as its text, in part, and not at all', async () => {
  const { add, preview } = open(({ mediaType }) => Promise.resolve(mediaType === 'image/png'))
  const files = [
    add(fileOf('a.png', 'image/png'), ''),
    add(fileOf('b.pdf', 'application/pdf'), 'All of it, in words'),
    add(fileOf('c.docx', 'application/zip'), 'Some…'),
    add(fileOf('d.pdf', 'application/pdf'), '!'),
    add(fileOf('e.wav', 'audio/wav'), 'RIFF'),
    add(fileOf('f.txt', 'text/plain'), 'Text'),
    add(fileOf('g.pdf', 'application/pdf'), '  '),
    { ...fileOf('h.txt', 'text/plain'), sizeBytes: 9_000_000, passagesOnly: true },
  ]
  const previews = await preview({ files, model })
  expect(contract.previewFiles.output.parse(previews)).toEqual(previews)
  expect(
    previews.map(({ sentAs, isPartial }) => `${sentAs}${isPartial ? ' in part' : ''}`),
  ).toEqual(['file', 'text', 'text in part', 'nothing', 'nothing', 'file', 'nothing', 'passages'])
  // The words of a text count, not the bytes of its file.
  expect(previews[1]?.tokens).toBeLessThan(10)
  expect(previews[3]?.tokens).toBe(0)
  expect(previews[7]?.tokens).toBeLessThan(5000)
})

test('reads a document once, and none that the model takes', async () => {
  const isTaken = { current: true }
  const { add, preview, reads } = open(() => Promise.resolve(isTaken.current))
  const files = [add(fileOf('b.pdf', 'application/pdf'), 'All of it')]
  await preview({ files, model })
  expect(reads()).toBe(0)
  isTaken.current = false
  await Promise.all([preview({ files, model }), preview({ files, model })])
  await preview({ files, model })
  expect(reads()).toBe(1)
})
