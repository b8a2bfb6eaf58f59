import { createLocalStore } from '../../../../src/main/knowledge/store/localStore.ts'
import { openKnowledgeDatabase } from '../../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { carryOut } from './killPlan.ts'

// Runs the plan on the file that it is given, over and over, until it is killed.
const store = createLocalStore(openKnowledgeDatabase(process.argv[2] ?? ''))
for (;;) await carryOut(store, (step) => process.stdout.write(`${JSON.stringify(step)}\n`))
