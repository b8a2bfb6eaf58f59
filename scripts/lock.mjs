import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const heartbeatMilliseconds = 2_000
const staleMilliseconds = 15_000

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Lets one process at a time do `action`. A holder that was killed does not block the next one.
 * @template T
 * @param {string} file
 * @param {() => void} onWait called once, when another process holds the lock
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withLock(file, onWait, action) {
  const token = `${process.pid} ${randomUUID()}`
  mkdirSync(dirname(file), { recursive: true })
  for (let waits = 0; !take(file, token); waits++) {
    if (waits === 1) onWait()
    if (!removeStale(file)) await sleep(200)
  }
  const heartbeat = setInterval(() => touch(file), heartbeatMilliseconds)
  try {
    return await action()
  } finally {
    clearInterval(heartbeat)
    if (readOwner(file) === token) rmSync(file, { force: true })
  }
}

/**
 * A link appears whole or not at all, so nobody reads a lock without its owner.
 * @param {string} file
 * @param {string} token
 */
function take(file, token) {
  const own = `${file}.${token.split(' ')[1]}`
  writeFileSync(own, token)
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

/**
 * Clears a lock whose holder is gone. Moved aside first: two who wait must not remove, one after
 * the other, the old lock and the new one.
 * @param {string} file
 */
function removeStale(file) {
  const owner = readOwner(file)
  if (owner === undefined) return true
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (age < staleMilliseconds && isAlive(Number.parseInt(owner, 10))) return false
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
    if (readOwner(aside) !== owner) linkSync(aside, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(String(codeOf(error)))) throw error
  }
  rmSync(aside, { force: true })
  return true
}

/** @param {string} file */
function readOwner(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Somebody removed the lock by hand; the action goes on.
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
