import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureBuilt, forgetBuild } from './build.mjs'
import { hasDisplay, startVirtualDisplay } from './display.mjs'
import { endWithNpm } from './endWithNpm.mjs'
import { ensureInstalled } from './install.mjs'
import { describeError, problem } from './problem.mjs'
import { projectNode } from './projectNode.mjs'
import { projectRoot } from './projectRoot.mjs'
import { runApp } from './runApp.mjs'
import { chooseRuntime } from './runtime.mjs'
import { parseStartArguments, startHelp } from './startArguments.mjs'
import { setUpSystem } from './systemSetup.mjs'
import { whilePreparing } from './whilePreparing.mjs'

const say = (/** @type {string} */ line) => console.log(line)
const { env } = process

/** @param {import('./startArguments.mjs').StartArguments} options */
function prepare({ isDevelopment }) {
  return whilePreparing(projectRoot, say, async () => {
    const node = await install()
    await (isDevelopment ? forgetBuild(projectRoot) : ensureBuilt(projectRoot, node, say))
    const runtime = await chooseRuntime(projectRoot, { node, env, say, ensureBrowser })
    return { node, runtime }
  })
}

async function install() {
  await ensureInstalled(projectRoot, say)
  return projectNode(projectRoot)
}

/** Installs the browser together with a screen, so that apt-get runs only once. */
async function ensureBrowser() {
  const needsScreen = !isHeadless() && !(await hasDisplay(env))
  await setUpSystem(projectRoot, needsScreen ? ['chromium', 'xvfb'] : ['chromium'], say)
}

const isHeadless = () => env['PARLEY_HEADLESS'] === '1'

/** @param {import('./runtime.mjs').Runtime} runtime */
async function openDisplay(runtime) {
  const isWindowless = runtime.name === 'chromium-host' && isHeadless()
  if (isWindowless || (await hasDisplay(env))) return undefined
  if (runtime.name === 'electron') await setUpSystem(projectRoot, ['xvfb'], say)
  return startVirtualDisplay()
}

/**
 * @param {import('./startArguments.mjs').StartArguments} options
 * @returns {Promise<number>} the app's exit code
 */
async function start(options) {
  const { node, runtime } = await prepare(options)
  const display = await openDisplay(runtime)
  say(`Parley runs on ${runtime.label}${display ? `, on a virtual display ${display.name}` : ''}`)
  /** @type {NodeJS.ProcessEnv} */
  const appEnv = { ...env, ...(display ? { DISPLAY: display.name } : {}) }
  // Terminals inside Electron apps set this variable, which makes Electron behave like Node.
  delete appEnv['ELECTRON_RUN_AS_NODE']
  if (options.isDevelopment) appEnv['ELECTRON_EXEC_PATH'] = runtime.command
  const appArguments = [...runtime.switches, ...options.appArguments]
  const { command, commandArguments } = options.isDevelopment
    ? developmentCommand(node, runtime, appArguments)
    : { command: runtime.command, commandArguments: [...runtime.leading, '.', ...appArguments] }
  try {
    return await runApp(command, commandArguments, { cwd: projectRoot, env: appEnv })
  } finally {
    await display?.stop()
  }
}

/**
 * Runs `ask` or `--version` in this terminal, without a window.
 * @param {string[]} given
 * @param {string} folder where the user stands
 * @returns {Promise<number>} the exit code
 */
async function runInTerminal(given, folder) {
  // Standard output is for the answer alone.
  const tell = (/** @type {string} */ line) => console.error(line)
  const node = await whilePreparing(projectRoot, tell, async () => {
    await ensureInstalled(projectRoot, tell)
    const found = await projectNode(projectRoot)
    await ensureBuilt(projectRoot, found, tell)
    return found
  })
  // Ctrl+C reaches both: the command decides when it ends.
  process.on('SIGINT', () => {})
  const command = join(projectRoot, 'out', 'main', 'command.js')
  const child = spawn(node, [command, ...given], { cwd: folder, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code ?? 1
}

/**
 * @param {string} node
 * @param {import('./runtime.mjs').Runtime} runtime
 * @param {string[]} appArguments
 */
function developmentCommand(node, runtime, appArguments) {
  if (runtime.leading.length > 0) throw problem('npm run dev needs Electron on Windows.')
  const electronVite = join(projectRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  return {
    command: node,
    commandArguments: [electronVite, 'dev', '--watch', '--', ...appArguments],
  }
}

async function main() {
  const folder = env['INIT_CWD'] ?? process.cwd()
  try {
    const options = parseStartArguments(process.argv.slice(2), env, folder)
    if (options.wantsHelp) return say(startHelp)
    process.exitCode = options.needsNoWindow
      ? await runInTerminal(options.appArguments, folder)
      : await start(options)
  } catch (error) {
    console.error(describeError(error))
    process.exitCode = 1
  }
}

endWithNpm(env)
await main()
