import { openService } from '../providers/openAiCompatible/openService.ts'
import { openDyingBatches } from './dyingDatabase.ts'

/**
 * Runs a table of three rows, and kills its own process at a moment within it: at a statement that
 * has run, by its beginning and how often it ran before.
 */
const [, , folder = '', baseUrl = '', statement = '', times = '0'] = process.argv

const tables = openDyingBatches({ folder, provider: openService(baseUrl), statement, times })
tables.begin()
const { id } = await tables.add('text\none\ntwo\nthree\n')
await tables.start(id, '{{text}}')
await tables.until(id, ({ state }) => state === 'done')
process.kill(process.pid, 'SIGKILL')
