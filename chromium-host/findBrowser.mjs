import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = {
  linux: [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome',
    'microsoft-edge',
    'microsoft-edge-stable',
    'brave-browser',
  ],
  darwin: [
    'Google Chrome.app/Contents/MacOS/Google Chrome',
    'Chromium.app/Contents/MacOS/Chromium',
    'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    'Brave Browser.app/Contents/MacOS/Brave Browser',
  ],
  win32: [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
    'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
  ],
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @param {NodeJS.Platform} platform
 * @returns {string[]}
 */
function foldersOf(environment, platform) {
  if (platform === 'darwin') return ['/Applications', join(environment.HOME ?? '', 'Applications')]
  if (platform === 'win32') {
    const { LOCALAPPDATA = '', PROGRAMFILES = '' } = environment
    return [LOCALAPPDATA, PROGRAMFILES, environment['PROGRAMFILES(X86)'] ?? '']
  }
  const usual = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
  return [...(environment.PATH ?? '').split(delimiter), ...usual]
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the installed Chromium, Chrome or Edge that runs the pages. `PARLEY_BROWSER` takes
 * precedence even if no such program exists, so that a mistyped path is reported.
 *
 * @param {NodeJS.ProcessEnv} [environment]
 * @param {NodeJS.Platform} [platform]
 * @returns {string | undefined} an absolute path
 */
export function findBrowser(environment = process.env, platform = process.platform) {
  if (environment.PARLEY_BROWSER) return environment.PARLEY_BROWSER
  const known = names[platform === 'darwin' || platform === 'win32' ? platform : 'linux']
  const folders = foldersOf(environment, platform).filter((folder) => folder !== '')
  const found = known
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter(isExecutable)
  // Ubuntu's Chromium is a snap, which may not read Parley's folder.
  return found.find((file) => !file.startsWith('/snap/')) ?? found[0]
}
