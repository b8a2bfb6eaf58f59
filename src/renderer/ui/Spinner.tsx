import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shows that something is in progress; the text beside it says what. */
export function Spinner(): ReactNode {
  return <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
}
