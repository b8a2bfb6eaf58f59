import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'

/**
 * Shows that something is in progress; the text beside it says what. Before that begins it stands
 * `still`: each step of a turning one takes time.
 */
export function Spinner({ still = false }: { still?: boolean }): ReactNode {
  return (
    <LoaderCircle aria-hidden className={classNames('size-4 shrink-0', !still && 'animate-spin')} />
  )
}
