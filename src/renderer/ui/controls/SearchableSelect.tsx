import { Combobox as Base } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import { Fragment, useMemo, useRef, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { usePopup } from '../layers/layers.ts'
import { findMatches } from './rankMatches.ts'

export interface SearchableOption {
  value: string
  label: string
  /** A second, quieter text, which is searched too. */
  description?: string
  /** Icon before the label, such as the logo of a provider. */
  mark?: ReactNode
}

export interface SearchableGroup {
  /** The group's heading; empty for none. */
  label: string
  items: readonly SearchableOption[]
}

interface SearchableSelectProps {
  /** The button that opens it, with its own name. */
  trigger: ReactElement
  /** Role of the button: a field of a form is a combobox. */
  triggerRole?: 'button' | 'combobox'
  /** The accessible name of the list. */
  listLabel: string
  searchLabel: string
  emptyText: string
  groups: readonly SearchableGroup[]
  /** Notes about the whole list, below it. */
  footer?: ReactNode
  value?: string | null
  /** False if choosing moves the focus elsewhere instead of back to the button. */
  refocusAfterSelect?: boolean
  onSelect: (value: string) => void
}

/** Shows a choice among many options: a list with a search field above. */
export function SearchableSelect(props: SearchableSelectProps): ReactNode {
  const { refocusAfterSelect = true } = props
  const { groups } = props
  const selected = useRef(false)
  const [open, setOpen] = usePopup()
  const [query, setQuery] = useState('')
  const shown = useMemo(() => findOptions(groups, query), [groups, query])
  const options = groups.flatMap((group) => group.items)
  const chosen = options.find((option) => option.value === props.value) ?? null
  return (
    <Base.Root<SearchableOption, false, SearchableGroup>
      items={groups}
      filteredItems={shown}
      open={open}
      inputValue={query}
      onInputValueChange={setQuery}
      value={chosen}
      autoHighlight
      isItemEqualToValue={(first, second) => first.value === second.value}
      itemToStringLabel={(option) => option.label}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) selected.current = false
        else setQuery('')
      }}
      onValueChange={(option) => {
        if (!option) return
        selected.current = true
        props.onSelect(option.value)
      }}
    >
      <Base.Trigger role={props.triggerRole ?? 'button'} render={props.trigger} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={6} className="z-50">
          <Base.Popup
            aria-label={props.listLabel}
            // A function would take the focus back from where the user has moved it.
            finalFocus={refocusAfterSelect || (() => !selected.current)}
            className="popup-motion flex max-h-[min(24rem,var(--available-height))] w-80 max-w-(--available-width) flex-col rounded-xl bg-raised text-sm text-ink shadow-popup outline-none"
          >
            <Base.Input
              aria-label={props.searchLabel}
              placeholder={props.searchLabel}
              className="m-1 rounded-lg bg-transparent px-2.5 py-2 outline-none"
            />
            <Base.Empty className="px-3.5 pb-3 text-muted empty:hidden">
              {props.emptyText}
            </Base.Empty>
            <Base.List
              aria-label={props.listLabel}
              className="overflow-y-auto overscroll-contain px-1 pb-1 empty:p-0"
            >
              {(group: SearchableGroup) => (
                <Base.Group key={group.label} items={group.items}>
                  {group.label && (
                    <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
                      {group.label}
                    </Base.GroupLabel>
                  )}
                  <Base.Collection>
                    {(option: SearchableOption) => <Option key={option.value} option={option} />}
                  </Base.Collection>
                </Base.Group>
              )}
            </Base.List>
            {props.footer}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Option({ option }: { option: SearchableOption }): ReactNode {
  return (
    <Base.Item
      value={option}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-lg px-2.5 py-1.5 outline-none select-none data-highlighted:bg-hover"
    >
      {option.mark}
      <span className="min-w-0 grow break-words">
        {option.label}
        {option.description && (
          <Fragment>
            {' '}
            <span className="text-muted">{option.description}</span>
          </Fragment>
        )}
      </span>
      <Base.ItemIndicator>
        <Check aria-hidden className="size-4 text-accent-ink" />
      </Base.ItemIndicator>
    </Base.Item>
  )
}

/**
 * Returns the matching options. A search shows one list, the best match first, with each option's
 * group beside it.
 */
function findOptions(groups: readonly SearchableGroup[], query: string): SearchableGroup[] {
  const full = groups.filter((group) => group.items.length > 0)
  if (query.trim() === '') return full
  const options = full.flatMap(({ label, items }) =>
    items.map((option) => (label === '' ? option : { description: label, ...option })),
  )
  const items = findMatches(options, query, ({ label, description }) => ({
    label,
    more: [description],
  }))
  return items.length > 0 ? [{ label: '', items }] : []
}
