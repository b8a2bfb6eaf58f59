import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says by itself only that something turns; what is being waited for stands beside it. */
export function Spinner(): ReactNode {
  return <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
}
