import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { docxFile, htmlText, sampleContent } from '../../../fakes/documents/officeFiles.ts'
import { pdfFile } from '../../../fakes/documents/pdfFile.ts'
import { importOf, runBundled } from '../../../fakes/runBundled.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

const files = {
  'a.pdf': pdfFile([{ texts: [{ text: 'Words of a page', x: 72, y: 700 }] }]),
  'a.docx': docxFile(sampleContent),
  'a.html': htmlText(sampleContent),
  'a.csv': 'a,b\n1,2\n',
  // In an encoding that TextDecoder does not know: „schöne Grüße aus Köln“.
  'a.txt': Buffer.from('736368946e6520477281e16520617573204b946c6e', 'hex'),
  'a.eml': 'From: a@example.org\r\nSubject: Hello\r\n\r\nWords\r\n',
}

test('documents are read in the bundled app', async () => {
  const folder = temporaryFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const reading = 'src/main/knowledge/reading'
  const lengths = await runBundled(
    folder,
    `import { createDocumentReader } from ${importOf(`${reading}/createDocumentReader.ts`)}
     import entry from ${importOf(`${reading}/documentWorker.ts`, '?modulePath')}
     import pdfium from ${importOf('node_modules/@hyzyla/pdfium/dist/pdfium.wasm', '?asset')}
     const reader = createDocumentReader({ entry, pdfium })
     const read = []
     for (const name of ${JSON.stringify(Object.keys(files))}) {
       const path = ${JSON.stringify(folder)} + '/' + name
       const { text } = await reader.readDocument({ path, name })
       read.push(text.length)
     }
     console.log(JSON.stringify(read))
     await reader.close()`,
  )
  expect(lengths).toHaveLength(Object.keys(files).length)
  for (const length of lengths as number[]) expect(length).toBeGreaterThan(4)
}, 120_000)
