import { serveTask } from '../../workers/serveTask.ts'
import { readAssistantFile } from './readAssistantFile.ts'
import { readTask } from './readTask.ts'

serveTask(readTask, ({ name, bytes }) => readAssistantFile(name, bytes))
