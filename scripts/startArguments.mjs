import { resolve } from 'node:path'
import { problem } from './problem.mjs'

/**
 * @typedef {object} StartArguments
 * @property {boolean} isDevelopment hot reload
 * @property {boolean} wantsHelp
 * @property {boolean} needsNoWindow whether it is a command for the terminal
 * @property {string[]} appArguments
 */

export const startHelp = `npm start [-- --user-data-dir=DIR] [-- Chromium's switches]
npm start -- ask "QUESTION"     an answer in the terminal (docs/command-line.md)
npm run dev                     the same with hot reload

PARLEY_USER_DATA=DIR            where chats and settings are stored, like --user-data-dir
PARLEY_RUNTIME=electron|chromium-host   which runtime to use, instead of letting Parley choose
PARLEY_BROWSER=PATH             the browser that chromium-host uses
PARLEY_HEADLESS=1               chromium-host without a window`

/**
 * @param {string[]} given
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder the base of relative paths
 * @returns {StartArguments}
 */
export function parseStartArguments(given, env, folder) {
  const [first] = given
  const own = first === 'ask' ? [] : ['--dev', '--help', '-h']
  /** @type {string | undefined} */
  let dataFolder = env['PARLEY_USER_DATA'] || undefined
  /** @type {string[]} */
  const others = []
  for (let index = 0; index < given.length; index++) {
    const [name, value] = split(given[index] ?? '')
    if (name === '--user-data-dir') {
      dataFolder = value ?? given[++index]
      if (!dataFolder || dataFolder.startsWith('--')) {
        throw problem('--user-data-dir needs a folder, as in: npm start -- --user-data-dir=DIR')
      }
    } else if (!own.includes(name)) others.push(given[index] ?? '')
  }
  return {
    isDevelopment: first !== 'ask' && given.includes('--dev'),
    wantsHelp: first !== 'ask' && (given.includes('--help') || given.includes('-h')),
    needsNoWindow: first === 'ask' || first === '--version',
    appArguments: dataFolder
      ? [`--user-data-dir=${resolve(folder, dataFolder)}`, ...others]
      : others,
  }
}

/** @param {string} argument @returns {[string, string | undefined]} */
function split(argument) {
  const end = argument.indexOf('=')
  return end < 0 ? [argument, undefined] : [argument.slice(0, end), argument.slice(end + 1)]
}
