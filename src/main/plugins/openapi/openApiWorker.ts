import { serveTask } from '../../workers/serveTask.ts'
import { compileOpenApi } from './compileOpenApi.ts'
import { openApiTask } from './openApiTask.ts'

serveTask(openApiTask, ({ text, url, signIn }) => compileOpenApi(text, url, signIn))
