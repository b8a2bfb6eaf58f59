import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'electron-vite'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/projectRoot.mjs'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const source = (path: string): string => JSON.stringify(join(projectRoot, path))

/** An app of nothing but a main process that runs tasks, bundled as Parley is. */
function writeApp(folder: string): void {
  mkdirSync(join(folder, 'src'))
  writeFileSync(
    join(folder, 'src/index.ts'),
    `import { runTask } from ${source('src/main/workers/runTask.ts')}
     import { hostileTask } from ${source('tests/main/workers/hostileTask.ts')}
     import entry from ${source('tests/main/workers/hostileWorker.ts').slice(0, -1)}?modulePath"
     const limits = { milliseconds: 20_000, megabytes: 64, answerBytes: 1000 }
     const options = { limits, subject: 'it' }
     const run = (attack) => runTask(entry, hostileTask, { attack, text: 'said' }, options)
     const said = await run('none')
     const failed = await run('objects').catch((error) => ({ code: error.code }))
     console.log(JSON.stringify([said, failed]))`,
  )
  writeFileSync(
    join(folder, 'config.mjs'),
    `import config from ${JSON.stringify(pathToFileURL(join(projectRoot, 'electron.vite.config.ts')).href)}
     const { main } = config
     const rolldownOptions = { ...main.build.rolldownOptions, input: { index: ${JSON.stringify(join(folder, 'src/index.ts'))} } }
     export default { main: { ...main, build: { ...main.build, rolldownOptions } } }`,
  )
}

test('a task runs in the bundled app, in a file of its own', async () => {
  const folder = temporaryFolder()
  writeApp(folder)
  await build({ root: folder, configFile: join(folder, 'config.mjs'), logLevel: 'error' })
  const printed = execFileSync(process.execPath, [join(folder, 'out/main/index.js')], {
    encoding: 'utf8',
  })
  expect(JSON.parse(printed)).toEqual([{ text: 'SAID' }, { code: 'tooHeavy' }])
}, 120_000)
