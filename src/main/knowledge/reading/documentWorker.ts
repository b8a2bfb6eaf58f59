import { serveTasks } from '../../workers/serveTask.ts'
import { documentTask } from './documentTask.ts'
import { readPicture } from './readPicture.ts'
import { readSource } from './readSource.ts'

serveTasks(documentTask, ({ file, pdfium, picture }) =>
  picture === null ? readSource(file, { pdfium }) : readPicture(file, { pdfium }, picture),
)
