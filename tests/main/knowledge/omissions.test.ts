import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { docxFile, sampleContent } from '../../fakes/documents/officeFiles.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { openTestKnowledge } from './openTestKnowledge.ts'

test('a source tells what of it was not read, until it has nothing of that any more', async () => {
  const path = join(temporaryFolder(), 'a.docx')
  writeFileSync(
    path,
    docxFile(sampleContent, [
      { name: 'word/vbaProject.bin', content: 'x' },
      { name: 'word/media/image1.png', content: 'x' },
      { name: 'word/media/image2.EMF', content: 'x' },
      { name: 'word/media/film.mp4', content: 'x' },
      { name: 'word/embeddings/oleObject1.bin', content: 'x' },
      { name: 'docProps/thumbnail.jpeg', content: 'x' },
    ]),
  )
  const { create, handlers, caller, list, untilDone } = openTestKnowledge()
  const baseId = await create()
  await handlers.addPaths({ baseId, paths: [path] }, caller)
  await untilDone(baseId)
  const [source] = await list(baseId)
  expect(source?.status.state).toBe('ready')
  expect(source?.omissions).toEqual([
    { reason: 'picture', count: 2 },
    { reason: 'media', count: 1 },
    { reason: 'embeddedFile', count: 1 },
    { reason: 'macro', count: 1 },
  ])
  writeFileSync(path, docxFile(sampleContent))
  await handlers.reindex({ baseId, sourceId: source?.id ?? '' }, caller)
  await untilDone(baseId)
  expect((await list(baseId))[0]?.omissions).toEqual([])
})

test('a text that may be in two encodings says so, and is read in the chosen one from then on', async () => {
  const path = join(temporaryFolder(), 'a.txt')
  // „Fußnoten“ as DOS wrote it, which could be Czech of Windows too.
  writeFileSync(path, Buffer.from('4675e16e6f74656e', 'hex'))
  const { create, handlers, caller, list, untilDone } = openTestKnowledge()
  const textOf = async (baseId: string, sourceId: string): Promise<string> =>
    (await handlers.text({ baseId, sourceId, start: 0, end: 100 }, caller)).text
  const baseId = await create()
  await handlers.addPaths({ baseId, paths: [path] }, caller)
  await untilDone(baseId)
  const [source] = await list(baseId)
  const sourceId = source?.id ?? ''
  expect(source?.omissions).toEqual([{ reason: 'unsureEncoding', count: 1 }])
  const { chosen, choices } = await handlers.encodings({ baseId, sourceId }, caller)
  expect(chosen).toBeNull()
  const encoding = choices.find(({ sample }) => sample === 'Fußnoten')?.encoding ?? null
  expect(encoding).toBe('cp437')
  await handlers.setEncoding({ baseId, sourceId, encoding }, caller)
  await untilDone(baseId)
  expect((await list(baseId))[0]?.omissions).toEqual([])
  expect(await textOf(baseId, sourceId)).toBe('Fußnoten')
  // The choice outlives a change of the file.
  writeFileSync(path, Buffer.from('4675e16e6f746521', 'hex'))
  await handlers.reindex({ baseId, sourceId }, caller)
  await untilDone(baseId)
  expect(await textOf(baseId, sourceId)).toBe('Fußnote!')
  expect((await handlers.encodings({ baseId, sourceId }, caller)).chosen).toBe('cp437')
})
