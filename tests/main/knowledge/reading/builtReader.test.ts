import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'electron-vite'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../../scripts/projectRoot.mjs'
import { docxFile, htmlText, sampleContent } from '../../../fakes/documents/officeFiles.ts'
import { pdfFile } from '../../../fakes/documents/pdfFile.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

const source = (path: string): string => JSON.stringify(join(projectRoot, path))
const files = {
  'a.pdf': pdfFile([{ texts: [{ text: 'Words of a page', x: 72, y: 700 }] }]),
  'a.docx': docxFile(sampleContent),
  'a.html': htmlText(sampleContent),
  'a.csv': 'a,b\n1,2\n',
  'a.eml': 'From: a@example.org\r\nSubject: Hello\r\n\r\nWords\r\n',
}

/** An app of nothing but a main process that reads documents, bundled as Parley is. */
function writeApp(folder: string): void {
  mkdirSync(join(folder, 'src'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const reading = 'src/main/knowledge/reading'
  writeFileSync(
    join(folder, 'src/index.ts'),
    `import { createDocumentReader } from ${source(`${reading}/createDocumentReader.ts`)}
     import entry from ${source(`${reading}/documentWorker.ts`).slice(0, -1)}?modulePath"
     import pdfium from ${source('node_modules/@hyzyla/pdfium/dist/pdfium.wasm').slice(0, -1)}?asset"
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
  writeFileSync(
    join(folder, 'config.mjs'),
    `import config from ${JSON.stringify(pathToFileURL(join(projectRoot, 'electron.vite.config.ts')).href)}
     const { main } = config
     const rolldownOptions = { ...main.build.rolldownOptions, input: { index: ${JSON.stringify(join(folder, 'src/index.ts'))} } }
     export default { main: { ...main, build: { ...main.build, rolldownOptions } } }`,
  )
}

test('documents are read in the bundled app', async () => {
  const folder = temporaryFolder()
  writeApp(folder)
  await build({ root: folder, configFile: join(folder, 'config.mjs'), logLevel: 'error' })
  const printed = execFileSync(process.execPath, [join(folder, 'out/main/index.js')], {
    encoding: 'utf8',
  })
  for (const length of JSON.parse(printed) as number[]) expect(length).toBeGreaterThan(4)
}, 120_000)
