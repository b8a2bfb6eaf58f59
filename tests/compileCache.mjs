import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache, syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import workerThreads from 'node:worker_threads'

// A thread or process that runs sources compiles TypeScript for 0.3 s. From Node's cache it takes a
// quarter of that, and the tests start hundreds.
const folder = join(import.meta.dirname, '../.cache/compiled')
const { Worker, isMainThread } = workerThreads

/**
 * Returns the bundle of a thread of main's, if `bundledThreads.ts` has made it. It starts in half of
 * the time that the sources take.
 * @param {string | URL} entry
 */
function bundled(entry) {
  const folder = process.env['BUNDLED_THREADS']
  const path = entry instanceof URL ? entry.pathname : entry
  const isMain = path.startsWith(join(import.meta.dirname, '../src/main/'))
  if (!folder || !isMain) return entry
  const bundle = join(folder, `${basename(path, '.ts')}.js`)
  return existsSync(bundle) ? bundle : entry
}

/** A thread that has the cache although Parley gives it no environment, where Node looks for it. */
class CachedThread extends Worker {
  /**
   * @param {string | URL} entry
   * @param {import('node:worker_threads').WorkerOptions} [options]
   */
  constructor(entry, options = {}) {
    super(bundled(entry), {
      ...options,
      execArgv: [...(options.execArgv ?? []), '--import', import.meta.url],
    })
  }
}

// Vitest runs this before each file.
if (Worker.name !== CachedThread.name) {
  enableCompileCache(folder)
  // A process that is killed keeps nothing at its end.
  setTimeout(flushCompileCache, 100).unref()
  if (isMainThread) {
    process.env['NODE_COMPILE_CACHE'] = folder
    workerThreads.Worker = CachedThread
    syncBuiltinESMExports()
  }
}
