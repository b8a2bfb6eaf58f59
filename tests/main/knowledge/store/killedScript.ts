import { createLocalStore } from '../../../../src/main/knowledge/store/localStore.ts'
import { openKnowledgeDatabase } from '../../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { carryOut } from './killPlan.ts'

// Runs the plan on a file, over and over, until it is killed. Reports from a step on.
const { path, from } = JSON.parse(process.argv[2] ?? '') as { path: string; from: string }
const store = createLocalStore(openKnowledgeDatabase(path))
let isReporting = false
for (;;) {
  await carryOut(store, (step) => {
    isReporting ||= step.startsWith(from)
    if (isReporting) process.stdout.write(`${JSON.stringify(step)}\n`)
  })
}
