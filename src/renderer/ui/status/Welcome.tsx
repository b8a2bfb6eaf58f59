import type { ReactNode } from 'react'
import { ParleyMark } from '../layout/ParleyMark.tsx'

interface WelcomeProps {
  title: string
  description?: string
}

/** Shows Parley's mark above the heading of an empty screen. */
export function Welcome({ title, description }: WelcomeProps): ReactNode {
  return (
    <div className="flex flex-col items-center gap-1 text-center">
      <ParleyMark className="mb-3 size-11 text-accent" />
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      {description && <p className="text-muted">{description}</p>}
    </div>
  )
}
