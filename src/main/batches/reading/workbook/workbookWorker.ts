import { serveTask } from '../../../workers/serveTask.ts'
import { readWorkbookFile } from './readWorkbookFile.ts'
import { workbookTask } from './workbookTask.ts'

serveTask(workbookTask, ({ path, sheet }) => readWorkbookFile(path, sheet))
