import type { AppUpdater, ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater'
import { AppError } from '../../shared/errors.ts'
import type { Log } from '../feature.ts'
import { readRetries, type Retries } from '../network/retries.ts'
import { channelFileName, fetchChannelFile, type ChannelFile } from './channelFile.ts'
import { downloadUpdate } from './downloadUpdate.ts'
import { assertFresh } from './freshness.ts'
import type { UpdateChannel } from './updateChannel.ts'

export interface UpdaterOptions {
  channel: UpdateChannel
  platform: NodeJS.Platform
  arch: string
  log: Log
  memory: SignedMemory
  now?: () => number
  /** The time limit for the channel file, and between two pieces of a download. */
  waitMs?: number
  /** Repeats each request until its answer begins. */
  retries?: Retries
}

/**
 * Remembers, for each channel file by name, the signing time of the newest that was accepted, in
 * milliseconds since 1970; 0 if there was none.
 */
export interface SignedMemory {
  read: (name: string) => number
  /** Errors: diskFull, folderReadOnly. */
  write: (name: string, signedAt: number) => void
}

export interface Offer {
  version: string
  /** In Markdown, by the channel file. */
  notes: string
}

/** Electron-updater, which believes only what the channel's keys have signed. */
export interface Updater {
  /**
   * Returns the newer version that this computer may take, or null. Errors: updateOlder, those of
   * `fetchChannelFile`, `assertFresh` and the memory.
   */
  check: () => Promise<Offer | null>
  /**
   * Downloads the version that `check` has returned; a file that is there already is only verified.
   * Errors: those of `downloadUpdate`; updateExpired or updateClock if the offer no longer counts.
   */
  download: (onProgress: (fraction: number) => void) => Promise<void>
  /** Installs what `download` has brought, and restarts the app. Errors: updateNotInstalled. */
  install: () => void
  /** Ends a running download. */
  close: () => void
}

const defaultWaitMs = 30_000

/**
 * Takes over an updater of electron-updater. Its own requests go through Chromium's network, which
 * is closed in Parley, and it believes an unsigned channel file. Both are replaced: the provider,
 * which says what there is, and the download. Without differential downloads it has no further
 * requests.
 */
export function createUpdater(app: AppUpdater, options: UpdaterOptions): Updater {
  const { channel, log, memory, now = Date.now } = options
  const { waitMs = defaultWaitMs, retries = readRetries } = options
  const closing = new AbortController()
  let onProgress: (fraction: number) => void = () => undefined
  let current: ChannelFile | undefined

  class SignedProvider {
    readonly fileExtraDownloadHeaders = null
    readonly isUseMultipleRangeRequest = false

    /** Drops the headers: one of them would tell this computer's id to the server. */
    setRequestHeaders(): void {}

    async getLatestVersion(): Promise<UpdateInfo> {
      const name = channelFileName(options.platform, options.arch)
      const file = await fetchChannelFile(channel, name, waitMs, retries)
      const newestSignedAt = memory.read(name)
      assertFresh(file, newestSignedAt, now(), channel.address.host)
      if (file.signedAt > newestSignedAt) memory.write(name, file.signedAt)
      current = file
      return toUpdateInfo(file)
    }

    resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((info) => ({ url: new URL(info.url, channel.address), info }))
    }
  }

  async function download(url: URL, path: string): Promise<void> {
    const file = current?.files.find(
      (given) => new URL(given.url, channel.address).href === url.href,
    )
    if (!file) throw new AppError('updateUntrusted', 'The file is not in the channel file')
    const { sha512, size } = file
    const { allows } = channel
    const { signal } = closing
    await downloadUpdate({
      ...{ url, path, sha512, size, allows, idleMs: waitMs, retries, signal, onProgress },
    })
  }
  // The executor first: setFeedURL hands it on.
  Object.assign(app, { httpExecutor: { download } })
  app.setFeedURL({ provider: 'custom', updateProvider: SignedProvider })
  app.autoDownload = false
  // Installing needs a copy of the history and an idle moment: only `install` begins it.
  app.autoInstallOnAppQuit = false
  app.allowDowngrade = false
  app.disableDifferentialDownload = true
  app.disableWebInstaller = true
  app.logger = {
    info: () => undefined,
    warn: (text) => log('Update', text),
    error: () => undefined,
  }
  app.on('error', () => undefined)

  return {
    async check() {
      const found = await app.checkForUpdates()
      if (!found || !current) return null
      const { version } = current
      if (found.isUpdateAvailable) return { version, notes: current.releaseNotes ?? '' }
      if (isOlder(app, version)) {
        throw new AppError('updateOlder', 'The server offers an older version', {
          subject: version,
        })
      }
      return null
    },
    async download(report) {
      // A version that is ready may wait for weeks.
      if (current) assertFresh(current, current.signedAt, now(), channel.address.host)
      onProgress = report
      await app.downloadUpdate()
    },
    install() {
      let failure: unknown
      const onFailure = (error: unknown): void => void (failure = error)
      app.once('error', onFailure)
      app.quitAndInstall(true, true)
      app.off('error', onFailure)
      if (failure === undefined) return
      throw new AppError('updateNotInstalled', 'The system refused the update', {}, failure)
    },
    close: () => closing.abort(),
  }
}

/** Tells whether a version is older than the app's. The types of its `semver` are not installed. */
function isOlder(app: AppUpdater, version: string): boolean {
  const installed = app.currentVersion as { compare: (other: string) => number }
  return installed.compare(version) > 0
}

function toUpdateInfo(file: ChannelFile): UpdateInfo {
  const { version, files, releaseDate, stagingPercentage, minimumSystemVersion } = file
  const info = {
    version,
    files,
    releaseDate,
    ...(stagingPercentage !== undefined && { stagingPercentage }),
    ...(minimumSystemVersion !== undefined && { minimumSystemVersion }),
  }
  // Its type demands `path` and `sha512`, which are of the time before `files` and not read.
  return info as UpdateInfo
}
