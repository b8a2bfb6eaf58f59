import { mendConversations } from '../chat/history/mendConversations.ts'
import { rebuildDatabase } from '../storage/rebuild.ts'
import { serveTask } from '../workers/serveTask.ts'
import { migrations } from './migrations.ts'
import { rebuildTask } from './rebuildTask.ts'

// The thread has no open features, so it lists what each of them mends.
serveTask(rebuildTask, ({ path }) => rebuildDatabase({ path, migrations, mend: mendConversations }))
