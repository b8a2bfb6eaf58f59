import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'

interface SkeletonProps {
  /** Its size, as classes: the space that the real thing will take. */
  className: string
}

/** Where something will be. It shows itself after 150 ms, so that what is quick never blinks. */
export function Skeleton({ className }: SkeletonProps): ReactNode {
  return <div aria-hidden className={classNames('skeleton rounded-md', className)} />
}
