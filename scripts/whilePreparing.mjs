import { join } from 'node:path'
import { withLock } from './lock.mjs'

/**
 * Installs and builds in one process at a time, because two starts would overwrite each other's
 * build.
 * @template T
 * @param {string} root
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} action
 */
export const whilePreparing = (root, say, action) =>
  withLock(
    join(root, '.cache', 'prepare.lock'),
    () => say('Waiting for another Parley command to finish setting up…'),
    action,
  )
