import { Combobox } from '@base-ui/react/combobox'
import { useAtomValue } from 'jotai'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../../shared/models.ts'
import {
  cutModelListsAtom,
  modelsAtom,
  preferencesAtom,
  providersAtom,
  sameModel,
} from '../../core/store.ts'
import { useLocalWatch } from '../../providers/useLocalWatch.ts'
import { useLayer } from '../../ui/layers/layers.ts'
import { composerId } from '../composer/composing.ts'
import { chooseModel, currentModelAtom } from '../conversation/currentModel.ts'
import { attempt } from '../../core/failures.ts'
import { ModelDetails } from './ModelDetails.tsx'
import { ModelFilters } from './ModelFilters.tsx'
import { ModelList } from './ModelList.tsx'
import type { ModelListHandle } from './ModelList.tsx'
import { modelRows, usefulFilters } from './modelRows.ts'
import type { ModelFilter, ModelRow } from './modelRows.ts'
import { RetiredModelDialog } from './RetiredModelDialog.tsx'
import { retirementStage } from './retirementStage.ts'
import { SeveralModels } from './SeveralModels.tsx'
import { useSeveralModels } from './useSeveralModels.ts'

export interface ModelMenuProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opens the menu and gets the focus back. */
  button: HTMLElement
}

/** Shows a searchable list of every model, with the details of the highlighted one. */
export function ModelMenu({ open, onOpenChange, button }: ModelMenuProps): ReactNode {
  const { t } = useTranslation()
  const models = useAtomValue(modelsAtom)
  const current = useAtomValue(currentModelAtom)
  const [query, setQuery] = useState('')
  const [filters, setFilters] = useState<ReadonlySet<ModelFilter>>(new Set())
  const [highlighted, setHighlighted] = useState<string>()
  const [retired, setRetired] = useState<Model>()
  const list = useRef<ModelListHandle>(null)
  const picked = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const several = useSeveralModels()
  const rows = useRows(query, filters)
  const chosen = rows.find(({ model }) => current && sameModel(model, current)) ?? null
  const askedRows = rows.filter(({ model }) => several.asked.some((one) => sameModel(one, model)))
  const described = rows.find(({ key }) => key === highlighted) ?? chosen ?? rows[0]
  useLocalWatch(open)
  useLayer('popup', open, () => {
    onOpenChange(false)
    setQuery('')
  })
  const offered = useMemo(() => usefulFilters(models ?? []), [models])

  /** Sets the filters and returns the focus to the search field. */
  const filter = (next: ReadonlySet<ModelFilter>): void => {
    setFilters(next)
    input.current?.focus()
  }

  const choose = (row: ModelRow | null): void => {
    if (!row) return
    picked.current = true
    if (several.isOn) return several.toggle(row.model)
    if (retirementStage(row.model.retirement) === 'retired') setRetired(row.model)
    else attempt(chooseModel(row.model))
  }
  return (
    <>
      <Combobox.Root<ModelRow, boolean>
        virtualized
        multiple={several.isOn}
        items={rows}
        filteredItems={rows}
        open={open}
        onOpenChange={(next) => {
          onOpenChange(next)
          if (next) picked.current = false
          else setQuery('')
        }}
        inputValue={query}
        onInputValueChange={setQuery}
        value={several.isOn ? askedRows : chosen}
        onValueChange={(next) => choose(Array.isArray(next) ? pressedRow(askedRows, next) : next)}
        autoHighlight
        isItemEqualToValue={(first, second) => first.key === second.key}
        itemToStringLabel={(row) => row.model.name}
        onItemHighlighted={(row, { reason, index }) => {
          // The highlight stays when the focus moves to the filters or the star.
          if (row) setHighlighted(row.key)
          if (row && reason !== 'pointer') list.current?.scrollTo(index)
        }}
      >
        <Combobox.Portal>
          <Combobox.Positioner anchor={button} align="start" sideOffset={6} className="z-50">
            <Combobox.Popup
              aria-label={t('chat.model.list')}
              finalFocus={() => (picked.current ? document.getElementById(composerId) : button)}
              className="popup-motion flex max-h-[min(34rem,var(--available-height))] w-[28rem] max-w-(--available-width) flex-col rounded-xl bg-raised text-sm text-ink shadow-popup outline-none"
            >
              <Combobox.Input
                ref={input}
                aria-label={t('chat.model.search')}
                placeholder={t('chat.model.search')}
                className="m-1 rounded-lg bg-transparent px-2.5 py-2 outline-none"
              />
              <SeveralModels
                isOn={several.isOn}
                count={several.asked.length}
                onChange={(isOn) => {
                  several.setOn(isOn)
                  input.current?.focus()
                }}
              />
              {offered.length > 0 && (
                <ModelFilters offered={offered} chosen={filters} onChange={filter} />
              )}
              <Combobox.Empty className="px-3.5 pb-3 text-muted empty:hidden">
                {t('chat.model.notFound')}
              </Combobox.Empty>
              <ModelList ref={list} rows={rows} label={t('chat.model.list')} />
              {described && <ModelDetails row={described} />}
              <CutLists />
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {retired && <RetiredModelDialog model={retired} onClose={() => setRetired(undefined)} />}
    </>
  )
}

/** Returns the row by which two choices of several differ: the one that was pressed. */
function pressedRow(before: readonly ModelRow[], after: readonly ModelRow[]): ModelRow | null {
  const keys = new Set(before.map(({ key }) => key))
  const added = after.find(({ key }) => !keys.has(key))
  const left = new Set(after.map(({ key }) => key))
  return added ?? before.find(({ key }) => !left.has(key)) ?? null
}

/** Names the providers whose lists were cut. */
function CutLists(): ReactNode {
  const { t } = useTranslation()
  const cut = useAtomValue(cutModelListsAtom)
  const providers = useAtomValue(providersAtom)
  const names = (providers ?? []).filter(({ id }) => cut.includes(id)).map(({ name }) => name)
  return names.map((provider) => (
    <p key={provider} className="px-3.5 pb-2 text-xs text-muted">
      {t('chat.model.cut', { provider })}
    </p>
  ))
}

function useRows(query: string, filters: ReadonlySet<ModelFilter>): ModelRow[] {
  const { t } = useTranslation()
  const models = useAtomValue(modelsAtom)
  const providers = useAtomValue(providersAtom)
  const preferences = useAtomValue(preferencesAtom)
  const favourites = preferences?.favouriteModels
  const recent = preferences?.recentModels
  return useMemo(
    () =>
      modelRows({
        models: models ?? [],
        providers: providers ?? [],
        favourites: favourites ?? [],
        recent: recent ?? [],
        query,
        filters,
        headings: { favourites: t('chat.model.favourites'), recent: t('chat.model.recent') },
      }),
    [models, providers, favourites, recent, query, filters, t],
  )
}
