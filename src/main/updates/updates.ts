import { AppError, toWire } from '../../shared/errors.ts'
import type { UpdateSource, UpdateState } from '../../shared/updates.ts'
import type { Log } from '../feature.ts'
import type { Updater } from './updater.ts'

export interface UpdatesOptions {
  source: UpdateSource
  /** Loads electron-updater, at the first check. */
  loadUpdater: () => Promise<Updater>
  isAutomatic: () => boolean
  /** Tells whether a restart would interrupt an answer, a dictation, a job or an import. */
  isBusy: () => boolean
  /** Errors: diskFull, those of a failing database. */
  copyHistory: () => Promise<void>
  onChanged: (state: UpdateState) => void
  log: Log
  now?: () => number
}

export interface Updates {
  state: () => UpdateState
  check: () => Promise<UpdateState>
  install: () => Promise<UpdateState>
  /** Begins to look for updates each day. */
  begin: () => void
  close: () => void
}

const firstCheckMs = 60_000
const dailyMs = 24 * 60 * 60_000
/** Spreads the checks, so that not every computer asks in the same minute. */
const firstSpreadMs = 5 * 60_000
const dailySpreadMs = 2 * 60 * 60_000
/** Progress is told in such steps. */
const progressStep = 0.01

/** Looks for updates, downloads them, and installs one when the user says so. */
export function createUpdates(options: UpdatesOptions): Updates {
  const { source, isBusy, log, now = Date.now } = options
  let state: UpdateState = {
    source,
    phase: 'idle',
    version: null,
    notes: '',
    progress: null,
    checkedAt: null,
    failure: null,
  }
  let updater: Promise<Updater> | undefined
  let checking: Promise<UpdateState> | undefined
  let timer: NodeJS.Timeout | undefined

  function change(patch: Partial<UpdateState>): UpdateState {
    state = { ...state, ...patch }
    options.onChanged(state)
    return state
  }

  function fail(phase: 'idle' | 'ready', error: unknown): UpdateState {
    log('Update failed', error)
    const offer = phase === 'idle' ? { version: null, notes: '' } : {}
    return change({ ...offer, phase, progress: null, failure: { error: toWire(error), at: now() } })
  }

  function load(): Promise<Updater> {
    updater ??= options.loadUpdater()
    // A failed load is tried again at the next check.
    updater.catch(() => (updater = undefined))
    return updater
  }

  async function checkNow(): Promise<UpdateState> {
    try {
      change({ phase: 'checking', version: null, notes: '', failure: null })
      const loaded = await load()
      const offer = await loaded.check()
      if (!offer) return change({ phase: 'current', checkedAt: now() })
      change({ phase: 'downloading', ...offer, progress: 0, checkedAt: now() })
      await loaded.download(showProgress)
      return change({ phase: 'ready', progress: null })
    } catch (error) {
      return fail('idle', error)
    }
  }

  function showProgress(progress: number): void {
    if (progress - (state.progress ?? 0) >= progressStep) change({ progress })
  }

  function assertIdle(): void {
    if (isBusy()) throw new AppError('updateBusy', 'Parley is in the middle of something')
  }

  async function installNow(): Promise<UpdateState> {
    try {
      assertIdle()
      change({ phase: 'installing', failure: null })
      const loaded = await load()
      // Verifies the file once more: it may have lain where other programs can write for days.
      await loaded.download(() => undefined)
      await options.copyHistory()
      assertIdle()
      loaded.install()
      return state
    } catch (error) {
      // An offer that has expired can't be installed later either: only a new check helps.
      return isExpired(error) ? fail('idle', error) : fail('ready', error)
    }
  }

  async function check(): Promise<UpdateState> {
    // A version that is ready must not be lost to a later check without a network.
    if (source !== 'channel' || ['ready', 'installing'].includes(state.phase)) return state
    checking ??= checkNow().finally(() => (checking = undefined))
    return checking
  }

  function schedule(milliseconds: number, spread: number): void {
    timer = setTimeout(
      () => {
        if (options.isAutomatic()) void check()
        schedule(dailyMs, dailySpreadMs)
      },
      milliseconds + Math.random() * spread,
    ).unref()
  }

  return {
    state: () => state,
    check,
    install: () => (state.phase === 'ready' ? installNow() : Promise.resolve(state)),
    begin() {
      if (source === 'channel' && !timer) schedule(firstCheckMs, firstSpreadMs)
    },
    close() {
      clearTimeout(timer)
      updater?.then(({ close }) => close()).catch(() => undefined)
    },
  }
}

function isExpired(error: unknown): boolean {
  return error instanceof AppError && error.code === 'updateExpired'
}
