import type { ReactNode } from 'react'

/** Shows keys to press together, each as a cap, from left to right in any language. */
export function ShortcutKeys({ keys }: { keys: readonly string[] }): ReactNode {
  return (
    <kbd dir="ltr" className="inline-flex gap-1 font-sans text-xs whitespace-nowrap text-muted">
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded-md bg-control px-1.5 py-0.5 text-center font-sans"
        >
          {key}
        </kbd>
      ))}
    </kbd>
  )
}
