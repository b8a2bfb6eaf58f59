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
 * Runs `action` in one process at a time. The lock of a killed process does not block others.
 * @template T
 * @param {string} file
 * @param {() => void} onWait called once if another process holds the lock
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
 * Takes the lock. Creates it by a hard link, so that nobody reads a lock without its owner.
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
 * Removes the lock of a dead process. Moves it aside first, so that a second waiting process does
 * not remove the new lock.
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
    // Somebody removed the lock by hand. The action continues.
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
