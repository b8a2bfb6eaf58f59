import { expect, test } from 'vitest'
import { importOf, runBundled } from '../../fakes/runBundled.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

test('a task runs in the bundled app, in a file of its own', async () => {
  const printed = await runBundled(
    temporaryFolder(),
    `import { runTask } from ${importOf('src/main/workers/runTask.ts')}
     import { hostileTask } from ${importOf('tests/main/workers/hostileTask.ts')}
     import entry from ${importOf('tests/main/workers/hostileWorker.ts', '?modulePath')}
     const limits = { milliseconds: 20_000, megabytes: 64, answerBytes: 1000 }
     const options = { limits, subject: 'it' }
     const run = (attack) => runTask(entry, hostileTask, { attack, text: 'said' }, options)
     const said = await run('none')
     const failed = await run('objects').catch((error) => ({ code: error.code }))
     console.log(JSON.stringify([said, failed]))`,
  )
  expect(printed).toEqual([{ text: 'SAID' }, { code: 'tooHeavy' }])
}, 120_000)
