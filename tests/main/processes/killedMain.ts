/** Starts servers, as main does, in the folder given. Tells each on its own line, and goes on. */
import { join } from 'node:path'
import { createServerMarks } from '../../../src/main/processes/serverMarks.ts'
import { spawnServer } from '../../../src/main/processes/spawnServer.ts'

const [folder = '', script = ''] = process.argv.slice(2)
const marks = createServerMarks(join(folder, 'marks'))
const command = {
  program: process.execPath,
  arguments: ['-e', script, folder],
  environment: { PATH: process.env['PATH'] ?? '' },
  folder,
}
process.stdout.write('begins\n')
for (let n = 0; n < 3; n++) {
  void spawnServer(command, {
    marks,
    limits: { lineBytes: 1000, values: 10 },
    onLine: (line) => void process.stdout.write(`${line}\n`),
  })
}
