import { delimiter, join } from 'node:path'
import { describeError } from './problem.mjs'
import { projectRoot } from './projectRoot.mjs'
import { runApp } from './runApp.mjs'
import { openSession } from './session.mjs'

/** node scripts/runInSession.mjs COMMAND [ARGUMENTS]: the command in a desktop of its own. */
async function main() {
  const [command, ...commandArguments] = process.argv.slice(2)
  if (!command) throw new Error('Usage: node scripts/runInSession.mjs COMMAND [ARGUMENTS]')
  const session = await openSession(process.env)
  try {
    // The tools in node_modules start with whatever Node comes first.
    const path = [join(projectRoot, 'node_modules', '.bin'), session.env['PATH']].join(delimiter)
    return await runApp(command, commandArguments, { env: { ...session.env, PATH: path } })
  } finally {
    await session.close()
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error) => {
    console.error(describeError(error))
    process.exitCode = 1
  },
)
