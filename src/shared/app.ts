import { z } from 'zod'
import { errorSchema } from './errorSchema.ts'
import { event, method, stream } from './ipc/define.ts'
import { locales } from './languages.ts'

/** What the window and the menu have in common, and what no feature owns. */
export const infoSchema = z.object({
  version: z.string(),
  runtime: z.enum(['electron', 'chromium-host']),
  platform: z.enum(['darwin', 'linux', 'win32']),
  /** The operating system's language, among those that Parley speaks. */
  systemLocale: z.enum(locales),
  dataFolder: z.string(),
  /** Why the history can't be opened; while it is set only this feature's methods answer. */
  fatal: errorSchema.nullable(),
  /** What went wrong at the start and was got over, each shown once. */
  notices: z.array(errorSchema),
})
export type Info = z.infer<typeof infoSchema>

const nothing = z.object({})

export const app = {
  info: method(nothing, infoSchema),
  /** Opens a web or mail address in the system's own program; any other scheme is refused. */
  openExternal: method(z.object({ url: z.string().max(10_000) }), nothing),
  /** Fetches a picture that the reader asked for; `address` is where the app serves it. */
  fetchImage: method(z.object({ url: z.string().max(10_000) }), z.object({ address: z.string() })),
  showDataFolder: method(nothing, nothing),
  /** Puts a damaged history aside, keeps it, and starts with what could be read of it. */
  repairHistory: method(nothing, nothing),
  restart: method(nothing, nothing),
  quit: method(nothing, nothing),
  /** A page keeps it open for as long as it hears the microphone; one frame says that it is shown. */
  hearing: stream(nothing, nothing),
  /** A menu item of main's was chosen: the page runs the command of that id. */
  commandChosen: event(z.object({ id: z.string() })),
}
