import { onTestFinished } from 'vitest'
import * as disks from '../../fakes/smallDisk.ts'

export { canMount } from '../../fakes/smallDisk.ts'

/** A file system of its own in memory, unmounted when the test ends. */
export function mountSmallDisk(size: string): disks.SmallDisk {
  const disk = disks.mountSmallDisk(size)
  onTestFinished(disk.unmount)
  return disk
}
