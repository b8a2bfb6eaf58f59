import { useAtomValue } from 'jotai'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { modelsAtom, providersAtom } from '../../core/store.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { toggleFavourite } from './toggleFavourite.ts'
import { modelFacts, retirementText, unknownFacts } from './modelFacts.ts'
import type { ModelRow } from './modelRows.ts'
import { Facts } from '../../ui/layout/Facts.tsx'

/** Shows the details of the highlighted model, and the star that makes it a favourite. */
export function ModelDetails({ row }: { row: ModelRow }): ReactNode {
  const { t, i18n } = useTranslation()
  const models = useAtomValue(modelsAtom)
  const { model, provider, favourite } = row
  const isGuide = useAtomValue(providersAtom)?.some(
    ({ id, kind }) => id === model.providerId && kind === 'guide',
  )
  const facts = [
    ...modelFacts(model, t, i18n.language),
    // The guide is no language model.
    ...(isGuide ? [] : unknownFacts(model, t, i18n.language)),
  ]
  const replacement = models?.find(
    ({ providerId, modelId }) =>
      providerId === model.providerId && modelId === model.retirement?.replacement,
  )?.name
  return (
    <div className="flex shrink-0 items-start gap-2 border-t border-line px-3.5 py-2.5">
      <div className="min-w-0 grow space-y-0.5 text-xs text-muted">
        <p dir="auto" className="own-direction truncate">
          <bdi>{provider}</bdi> · <bdi className="selectable">{model.modelId}</bdi>
        </p>
        <p>
          <Facts facts={facts} />
        </p>
        {model.retirement && (
          <p className="text-danger-ink">
            {retirementText(model.retirement, { replacement }, t, i18n.language)}
          </p>
        )}
      </div>
      <IconButton
        size="small"
        label={t(favourite ? 'chat.model.unmark' : 'chat.model.mark', { model: model.name })}
        aria-pressed={favourite}
        icon={<Star aria-hidden className={favourite ? 'size-4 fill-current' : 'size-4'} />}
        onClick={() => toggleFavourite(model)}
      />
    </div>
  )
}
