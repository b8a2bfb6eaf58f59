import { Search, X } from 'lucide-react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { IconButton } from './IconButton.tsx'

interface SearchFieldProps extends ComponentProps<'input'> {
  label: string
  /** The name of the button that empties the field; Escape does so too. */
  clearLabel: string
  query: string
  onQueryChange: (query: string) => void
  [data: `data-${string}`]: unknown
}

export function SearchField(props: SearchFieldProps): ReactNode {
  const { label, clearLabel, query, onQueryChange, onKeyDown, className, ...attributes } = props
  const clearOnEscape = (event: KeyboardEvent<HTMLInputElement>): void => {
    onKeyDown?.(event)
    if (event.key !== 'Escape' || query === '' || event.defaultPrevented) return
    event.preventDefault()
    onQueryChange('')
  }
  return (
    <div className="relative">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-muted"
      />
      <input
        type="search"
        // Empty, it has the direction of its label.
        dir={query === '' ? undefined : 'auto'}
        aria-label={label}
        placeholder={label}
        {...attributes}
        value={query}
        onChange={(event) => onQueryChange(event.target.value)}
        onKeyDown={clearOnEscape}
        className={classNames(
          'h-9 w-full rounded-lg ps-9 text-sm forced-colors:border',
          query === '' ? 'pe-2.5' : 'pe-8',
          className,
        )}
      />
      {query !== '' && (
        <IconButton
          size="small"
          label={clearLabel}
          icon={<X aria-hidden className="size-4" />}
          // The button disappears with the text.
          onClick={({ currentTarget }) => {
            currentTarget.parentElement?.querySelector('input')?.focus()
            onQueryChange('')
          }}
          className="absolute inset-y-0 end-1 my-auto"
        />
      )}
    </div>
  )
}
