import { serveTasks } from '../../workers/serveTask.ts'
import { documentTask } from './documentTask.ts'
import { readEncodings } from './encodings/readEncodings.ts'
import { readPicture } from './readPicture.ts'
import { readSource } from './readSource.ts'

serveTasks(documentTask, ({ file, pdfium, picture, encodings }) => {
  if (encodings) return readEncodings(file)
  return picture === null ? readSource(file, { pdfium }) : readPicture(file, { pdfium }, picture)
})
