import type { ReactNode } from 'react'

/** Shows Parley's mark, a speech bubble in the form of a P, in the colour of the text. */
export function ParleyMark({ className }: { className?: string }): ReactNode {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={className}>
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M4 4.2C4 3 4.9 2 6.1 2h7.2a6.9 6.9 0 0 1 0 13.8H9.6L5.7 21.3C5.1 22 4 21.6 4 20.7Zm4.9 3.1a1.2 1.2 0 0 0 0 2.4h4.7a1.2 1.2 0 0 0 0-2.4Zm0 4a1.2 1.2 0 0 0 0 2.4h2.5a1.2 1.2 0 0 0 0-2.4Z"
      />
    </svg>
  )
}
