import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { SearchFilters } from '../../../shared/chat/searching.ts'
import { Chip } from '../../ui/layout/Chip.tsx'

export interface FilterProps {
  filters: SearchFilters
  onChange: (filters: SearchFilters) => void
}

/** No choice, as a value of a list. */
export const any = ''

interface FilterChipProps extends ComponentProps<'button'> {
  /** The filter's own name. */
  name: string
  /** The choice; undefined for none. */
  chosen: string | undefined
}

/** Shows a chip that opens the choices of a filter, with the choice. */
export function FilterChip({ name, chosen, ...attributes }: FilterChipProps): ReactNode {
  return (
    <Chip
      size="small"
      {...attributes}
      aria-label={chosen === undefined ? name : `${name}: ${chosen}`}
      className={chosen === undefined ? '' : 'text-accent-ink! bg-accent-soft!'}
    >
      <bdi className="max-w-40 truncate">{chosen ?? name}</bdi>
      <ChevronDown aria-hidden className="size-3 shrink-0" />
    </Chip>
  )
}
