import { serveTask } from '../../workers/serveTask.ts'
import { checkSet } from './checkSet.ts'
import { setTask } from './setTask.ts'
import { splitSet } from './splitSet.ts'

serveTask(setTask, async (given) => {
  if (given.what === 'split') return { split: await splitSet(given) }
  const { report } = await checkSet(given.path)
  return { report }
})
