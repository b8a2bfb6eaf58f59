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
