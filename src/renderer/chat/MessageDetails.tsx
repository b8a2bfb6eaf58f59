import { Popover } from '@base-ui/react/popover'
import { useAtomValue } from 'jotai'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../shared/chat.ts'
import { modelsAtom, providersAtom, sameModel } from '../app/store.ts'
import { IconButton } from '../ui/IconButton.tsx'

/** What is known of how an answer came about: model, tokens, times and the request's id. */
export function MessageDetails({ message }: { message: Message }): ReactNode {
  const { t } = useTranslation()
  return (
    <Popover.Root>
      <Popover.Trigger
        render={
          <IconButton
            size="small"
            label={t('chat.details.title')}
            icon={<Info aria-hidden className="size-4" />}
          />
        }
      />
      <Popover.Portal>
        <Popover.Positioner side="top" sideOffset={6} className="z-50">
          <Popover.Popup
            aria-label={t('chat.details.title')}
            className="popup-motion max-w-(--available-width) min-w-60 rounded-xl bg-raised p-4 text-sm text-ink shadow-popup outline-none"
          >
            <DetailList message={message} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function DetailList({ message }: { message: Message }): ReactNode {
  const { t, i18n } = useTranslation()
  const model = useModelName(message)
  const number = new Intl.NumberFormat(i18n.language)
  const seconds = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 1,
  })
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const count = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : number.format(value)
  const duration = (value: number | null): string | undefined =>
    value === null ? undefined : seconds.format(value / 1000)
  const { usage } = message
  const rows = [
    [t('chat.details.model'), model],
    [t('chat.details.inputTokens'), count(usage?.inputTokens)],
    [t('chat.details.cachedTokens'), count(usage?.cachedTokens)],
    [t('chat.details.outputTokens'), count(usage?.outputTokens)],
    [t('chat.details.reasoningTokens'), count(usage?.reasoningTokens)],
    [t('chat.details.firstToken'), duration(message.firstTokenMilliseconds)],
    [t('chat.details.duration'), duration(message.durationMilliseconds)],
    [t('chat.details.time'), time.format(message.createdAt)],
    [t('chat.details.requestId'), message.requestId ?? undefined],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5">
      {rows.map(
        ([label, value]) =>
          value !== undefined && (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd dir="auto" className="selectable text-end break-all tabular-nums">
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

function useModelName({ model }: Message): string | undefined {
  const models = useAtomValue(modelsAtom)
  const providers = useAtomValue(providersAtom)
  if (!model) return undefined
  const name = models?.find((candidate) => sameModel(candidate, model))?.name ?? model.modelId
  const provider = providers?.find(({ id }) => id === model.providerId)?.name
  return provider ? `${name} · ${provider}` : name
}
