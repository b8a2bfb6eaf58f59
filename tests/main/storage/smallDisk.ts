import { onTestFinished } from 'vitest'
import * as disks from '../../fakes/smallDisk.ts'

export { canMount } from '../../fakes/smallDisk.ts'

/** Mounts a separate file system in memory until the test ends. */
export function mountSmallDisk(size: string): disks.SmallDisk {
  const disk = disks.mountSmallDisk(size)
  onTestFinished(disk.unmount)
  return disk
}
