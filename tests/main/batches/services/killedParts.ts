import type { BatchOffer } from '../../../../src/main/providers/requestBatches.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { openDyingBatches } from '../dyingDatabase.ts'
import { virtualClock } from '../virtualClock.ts'

/** Runs a table of three rows as two batches, and kills its own process at a statement. */
const [, , folder = '', baseUrl = '', offerText = '', statement = '', times = '0'] = process.argv
const offer = JSON.parse(offerText) as BatchOffer

const provider = openService(baseUrl, { batches: offer })
const given = { folder, provider, offer, ...virtualClock() }
const tables = openDyingBatches({ ...given, statement, times })
tables.begin()
const { id } = await tables.add('text\none\ntwo\nthree\n')
await tables.start(id, '{{text}}', '', { way: 'service' })
await tables.until(id, ({ state }) => state === 'done')
process.kill(process.pid, 'SIGKILL')
