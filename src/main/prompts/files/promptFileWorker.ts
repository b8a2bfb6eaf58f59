import { serveTask } from '../../workers/serveTask.ts'
import { readPromptFile } from './readPromptFile.ts'
import { readTask } from './readTask.ts'

serveTask(readTask, ({ name, bytes }) => readPromptFile(name, bytes))
