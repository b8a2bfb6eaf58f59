import { z } from 'zod'
import { errorSchema } from './errorSchema.ts'
import { event, method, nothing, stream } from './ipc/define.ts'
import { locales } from './languages.ts'
import { openingSchema } from './openings.ts'

/** Information shared by the window and the menu that belongs to no feature. */
const infoSchema = z.object({
  version: z.string(),
  runtime: z.enum(['electron', 'chromium-host']),
  platform: z.enum(['darwin', 'linux', 'win32']),
  /** The first of the operating system's preferred languages that Parley supports. */
  systemLocale: z.enum(locales),
  dataFolder: z.string(),
  /**
   * The reason why the history can't be opened. While it is set, only this feature's methods
   * answer.
   */
  fatal: errorSchema.nullable(),
  /** True while a damaged history is being repaired. `fatal` is set then. */
  isRepairing: z.boolean(),
  /** Problems that the start recovered from. Each is shown once. */
  notices: z.array(errorSchema),
})
export type Info = z.infer<typeof infoSchema>

const startAtLoginSchema = z.object({
  /** Read from the system, where the user may have changed it. */
  enabled: z.boolean(),
  /** The reason why it can't be on: a source tree, or the user's `approval`, which macOS waits for. */
  obstacle: z.enum(['source', 'approval']).nullable(),
})
export type StartAtLogin = z.infer<typeof startAtLoginSchema>

const linkInput = z.object({ url: z.string().max(10_000) })

export const app = {
  info: method(nothing, infoSchema),
  /** Opens a web or mail address in the system's default program. Refuses any other scheme. */
  openExternal: method(linkInput, nothing),
  /** Downloads a picture that the reader asked for. Returns the app's own `address` for it. */
  fetchImage: method(linkInput, z.object({ address: z.string() })),
  showDataFolder: method(nothing, nothing),
  startAtLogin: method(nothing, startAtLoginSchema),
  /** Resolves to the state afterwards. */
  setStartAtLogin: method(z.object({ enabled: z.boolean() }), startAtLoginSchema),
  /**
   * Sets a damaged history aside without deleting it, and starts with what could be recovered.
   * Waits for a repair that runs already.
   */
  repairHistory: method(nothing, nothing),
  restart: method(nothing, nothing),
  quit: method(nothing, nothing),
  /** The page is drawn and idle: main begins what its start has put off for it. */
  settled: method(nothing, nothing),
  /** Stays open while a page uses the microphone. One frame confirms that main shows it. */
  hearing: stream(nothing, nothing),
  /** Yields what links, files and second starts ask for, also from before the page was loaded. */
  opened: stream(nothing, openingSchema),
  /** The user chose an item of the application menu: the page runs the command with this id. */
  commandChosen: event(z.object({ id: z.string() })),
}
