import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'

interface SkeletonProps {
  /** Classes with the size of the coming content. */
  className: string
}

/**
 * Holds the place of coming content. It appears after 150 ms, so that quick content causes no
 * flicker.
 */
export function Skeleton({ className }: SkeletonProps): ReactNode {
  return <div aria-hidden className={classNames('skeleton rounded-md', className)} />
}
