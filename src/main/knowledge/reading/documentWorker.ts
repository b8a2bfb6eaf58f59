import { serveTasks } from '../../workers/serveTask.ts'
import { documentTask } from './documentTask.ts'
import { readSource } from './readSource.ts'

serveTasks(documentTask, ({ file, pdfium }) => readSource(file, { pdfium }))
