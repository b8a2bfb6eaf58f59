import { delimiter, join } from 'node:path'
import { describeError } from './problem.mjs'
import { projectRoot } from './projectRoot.mjs'
import { runApp } from './runApp.mjs'
import { openSession } from './session.mjs'

/**
 * Runs a command in a separate desktop session: node scripts/runInSession.mjs COMMAND [ARGUMENTS]
 */
async function main() {
  const [command, ...commandArguments] = process.argv.slice(2)
  if (!command) throw new Error('Usage: node scripts/runInSession.mjs COMMAND [ARGUMENTS]')
  const session = await openSession(process.env)
  try {
    // The tools in node_modules start with the first Node on the path.
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
