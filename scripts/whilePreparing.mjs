import { join } from 'node:path'
import { withLock } from './lock.mjs'

/**
 * Installing and building, one command at a time: two starts at once must not build over each
 * other.
 * @template T
 * @param {string} root
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} action
 */
export const whilePreparing = (root, say, action) =>
  withLock(
    join(root, '.cache', 'prepare.lock'),
    () => say('Waiting for another command of Parley to finish its preparations …'),
    action,
  )
