import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounting requires root on Linux. Elsewhere the tests of full disks are skipped. */
export const canMount = process.platform === 'linux' && mountAndUnmount()

const refillMilliseconds = 20

export interface SmallDisk {
  folder: string
  /** Fills the disk except for this many bytes, and fills again what others give back. */
  fill: (freeBytes?: number) => void
  /** Frees the space that `fill` used. */
  free: () => void
  makeReadOnly: () => void
  unmount: () => void
}

/** Mounts a file system in memory with a size such as `1m`. */
export function mountSmallDisk(size: string): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'))
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder)) {
    throw new Error('The file system could not be mounted')
  }
  const ballast = join(folder, 'ballast')
  let refilling: NodeJS.Timeout | undefined
  const takeAllBut = (freeBytes: number): void => {
    const { bavail, bsize } = statfsSync(folder)
    try {
      appendFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes), 1))
    } catch (error) {
      // Another program has also filled the disk.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  const free = (): void => {
    clearInterval(refilling)
    rmSync(ballast, { force: true })
  }
  return {
    folder,
    fill(freeBytes = 0) {
      free()
      takeAllBut(freeBytes)
      // Chromium's profile is on this disk, too, and shrinks at times.
      refilling = setInterval(() => takeAllBut(freeBytes), refillMilliseconds)
    },
    free,
    makeReadOnly() {
      if (!run('mount', '-o', 'remount,ro', folder)) throw new Error('It could not be remounted')
    },
    unmount() {
      clearInterval(refilling)
      run('umount', '-l', folder)
      rmdirSync(folder)
    },
  }
}

function mountAndUnmount(): boolean {
  const folder = '/mnt'
  return run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder) && run('umount', folder)
}

function run(command: string, ...values: string[]): boolean {
  return spawnSync(command, values, { stdio: 'ignore' }).status === 0
}
