import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { BrowserProblem, oldestMajorVersion, problemOfEnd } from './browserProblem.ts'
import { connectPipe, type CdpConnection } from './cdp.ts'
import { bodyHost } from './responseBody.ts'

export interface LaunchOptions {
  executable: string
  /** Chromium's user data folder, used by no other program. */
  profile: string
  headless: boolean
  /** Whether the app opens no window at first, so that nothing is to flash on the screen. */
  hidden: boolean
  switches: readonly string[]
}

export interface LaunchedBrowser {
  cdp: CdpConnection
  /** Chromium's version, such as 156.0.8078.79. */
  version: string
  exited: Promise<unknown>
  kill(): void
}

type Preferences = Record<string, unknown>

const stderrLinesKept = 20
const startAttempts = 40
const retryMilliseconds = 250
/**
 * The exit codes of a start handed to a running Chromium, and CHROME_RESULT_CODE_PROFILE_IN_USE.
 */
const profileInUseExitCodes = new Set([0, 21])
const switches = [
  `--host-resolver-rules=EXCLUDE ${bodyHost}`,
  // The window belongs to Parley's desktop entry, whose icon and name the desktop then shows.
  '--class=parley',
  '--no-first-run',
  '--no-default-browser-check',
  '--hide-crash-restore-bubble',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-quic',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--disable-search-engine-choice-screen',
  '--password-store=basic',
  '--use-mock-keychain',
  '--enable-features=MessagePortCloseEvent',
  '--disable-blink-features=GetDisplayMedia',
  // DevTools asks where an Error was made. Without this V8 reads the whole script again to say so.
  '--js-flags=--no-enable-lazy-source-positions',
  '--allow-browser-signin=false',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-domain-reliability',
  '--disable-field-trial-config',
  '--dns-prefetch-disable',
  '--metrics-recording-only',
  '--no-pings',
  `--disable-features=${[
    ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'Translate', 'MediaRouter'],
    ...['DialMediaRouteProvider', 'OptimizationHints', 'OptimizationGuideModelDownloading'],
    ...['AutofillServerCommunication', 'NetworkTimeServiceQuerying', 'Prerender2'],
  ].join(',')}`,
]
/** A position beyond the screens, which window managers may change. */
export const outOfSight = { left: -20_000, top: -20_000 }
/** Windows of a hidden start open there until the host has placed them. */
const hiddenPosition = `--window-position=${outOfSight.left},${outOfSight.top}`
const headlessScreen = '--screen-info={1920x1080}'
const preferences: Preferences = {
  browser: { custom_chrome_frame: false, enable_spellchecking: false, has_seen_welcome_page: true },
  credentials_enable_service: false,
  alternate_error_pages: { enabled: false },
  autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
  net: { network_prediction_options: 2 },
  // A frame on another host of a scheme has storage of its own, as in Electron.
  profile: { block_third_party_cookies: false, cookie_controls_mode: 0 },
  safebrowsing: { enabled: false },
  search: { suggest_enabled: false },
  signin: { allowed: false, allowed_on_next_startup: false },
  spellcheck: { dictionaries: [], use_spelling_service: false },
  translate: { enabled: false },
}

/** Joins list switches, because Chromium uses only the last one. */
function joinLists(all: readonly string[]): string[] {
  const lists = new Map<string, string[]>()
  const others = all.filter((item) => {
    const match =
      /^(--(?:(?:en|dis)able-(?:blink-)?features|host-resolver-rules|js-flags))=(.*)$/.exec(item)
    if (!match) return true
    lists.set(match[1]!, [...(lists.get(match[1]!) ?? []), match[2]!])
    return false
  })
  return [...others, ...[...lists].map(([name, values]) => `${name}=${values.join(',')}`)]
}

/** Adds preferences that a new profile lacks or that an older host did not set. */
function preparePreferences(profile: string): void {
  const file = join(profile, 'Default', 'Preferences')
  const present = readPreferences(file)
  const wanted = merge(present, preferences)
  if (isDeepStrictEqual(present, wanted)) return
  mkdirSync(join(profile, 'Default'), { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(wanted))
}

/** Reads Chromium's preferences; empty if they are missing or incomplete. */
function readPreferences(file: string): Preferences {
  try {
    const parsed = JSON.parse(readFileSync(file, 'utf8')) as unknown
    return isPlain(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

function merge(present: Preferences, wanted: Preferences): Preferences {
  const merged = Object.entries(wanted).map(([name, value]) => {
    const old = present[name]
    return [name, isPlain(value) ? merge(isPlain(old) ? old : {}, value) : value]
  })
  return { ...present, ...(Object.fromEntries(merged) as Preferences) }
}

function isPlain(value: unknown): value is Preferences {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns the switches for Chromium and for each later window, whose start has a command line of its
 * own. `--test-type` hides bars over the page, such as one that names switches as unsupported. Root
 * can't use the sandbox.
 */
export function windowSwitches(): string[] {
  return ['--test-type', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
}

/**
 * Returns the environment of Chromium. Its crash handler otherwise writes to the folder of the
 * user's own Chromium, and a window under Wayland would be that Chromium's.
 */
export function browserEnvironment(profile: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    BREAKPAD_DUMP_LOCATION: join(profile, 'Crash Reports'),
    CHROME_DESKTOP: 'parley.desktop',
  }
}

/** Without a graphics device, Chromium would start a process to find that out. */
function graphicsSwitches(): string[] {
  return process.platform === 'linux' && !existsSync('/dev/dri') ? ['--disable-gpu'] : []
}

/**
 * Returns the switch for the display server. Chromium would choose by the kind of session, which a
 * nested one inherits. X comes first, also as XWayland: the host keeps windows on top and without
 * the focus by X.
 */
export function displaySwitches(
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string[] {
  if (platform !== 'linux') return []
  if (env['DISPLAY']) return ['--ozone-platform=x11']
  return env['WAYLAND_DISPLAY'] ? ['--ozone-platform=wayland'] : []
}

/** Hides Chromium's messages, except for the line that DevTools clients wait for. */
function collectErrors(child: ChildProcess): string[] {
  const lines: string[] = []
  createInterface({ input: child.stderr! }).on('line', (line) => {
    if (line.startsWith('DevTools listening on ')) process.stderr.write(`${line}\n`)
    else if (lines.push(line) > stderrLinesKept) lines.shift()
  })
  return lines
}

interface Attempt {
  /** Missing if Chromium ended instead of answering. */
  browser?: LaunchedBrowser
  exitCode?: number | null
  errors?: readonly string[]
}

async function tryLaunch(options: LaunchOptions, firstPage?: string): Promise<Attempt> {
  const args = joinLists([
    ...switches,
    ...windowSwitches(),
    ...graphicsSwitches(),
    ...(options.headless ? ['--headless', headlessScreen] : displaySwitches()),
    ...(options.hidden ? [hiddenPosition] : []),
    ...options.switches,
    '--remote-debugging-pipe',
    `--user-data-dir=${options.profile}`,
    firstPage === undefined ? '--no-startup-window' : `--app=${firstPage}`,
  ])
  // Uses a process group of its own: Ctrl+C must reach only the app, which then closes Chromium.
  const child = spawn(options.executable, args, {
    detached: process.platform !== 'win32',
    windowsHide: true,
    env: browserEnvironment(options.profile),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const errors = collectErrors(child)
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', resolve).once('error', (error) => {
      errors.push(error.message)
      resolve(-1)
    })
  })
  const [, , , input, output] = child.stdio as unknown as [null, null, Readable, Writable, Readable]
  const cdp = connectPipe(input, output)
  try {
    const { product } = await cdp.send('Browser.getVersion')
    const version = product.split('/').at(-1)!
    return { browser: { cdp, version, exited, kill: () => killGroup(child) } }
  } catch {
    return { exitCode: await exited, errors }
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

/**
 * Starts Chromium with a profile, and with an app window at the address of `firstPage` if there is
 * one. Waits while another Chromium releases the profile.
 */
export async function launchBrowser(
  options: LaunchOptions,
  firstPage?: string,
): Promise<LaunchedBrowser> {
  const { executable, profile } = options
  preparePreferences(profile)
  for (let attempt = 1; ; attempt++) {
    const { browser, exitCode, errors = [] } = await tryLaunch(options, firstPage)
    if (browser) return checkVersion(browser, executable)
    if (attempt === startAttempts || !profileInUseExitCodes.has(exitCode ?? -1)) {
      throw problemOfEnd(executable, errors)
    }
    await delay(retryMilliseconds)
  }
}

function checkVersion(browser: LaunchedBrowser, executable: string): LaunchedBrowser {
  if (Number.parseInt(browser.version, 10) >= oldestMajorVersion) return browser
  browser.kill()
  throw new BrowserProblem('tooOld', { executable, version: browser.version })
}
