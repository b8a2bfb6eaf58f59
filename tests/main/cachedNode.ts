import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

const compileCache = pathToFileURL(join(import.meta.dirname, '../compileCache.mjs')).href

/** Node's arguments for a script that a test kills, so that it and its threads start quickly. */
export const cachedNode = ['--import', compileCache]
