import { openService } from '../../providers/openAiCompatible/openService.ts'
import { openDyingBatches } from '../dyingDatabase.ts'
import { virtualClock } from '../virtualClock.ts'
import { testOffer } from './testOffer.ts'

/** Runs a table of three rows as two batches, and kills its own process at a statement. */
const [, , folder = '', baseUrl = '', statement = '', times = '0'] = process.argv

const provider = openService(baseUrl, { batches: testOffer })
const given = { folder, provider, offer: testOffer, ...virtualClock() }
const tables = openDyingBatches({ ...given, statement, times })
tables.begin()
const { id } = await tables.add('text\none\ntwo\nthree\n')
await tables.start(id, '{{text}}', '', { way: 'service' })
await tables.until(id, ({ state }) => state === 'done')
process.kill(process.pid, 'SIGKILL')
