import { Popover } from '@base-ui/react/popover'
import { useAtomValue } from 'jotai'
import { Info } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import type { Model } from '../../../shared/models.ts'
import type { SpendingSum } from '../../../shared/spending.ts'
import { api } from '../../core/bridge.ts'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { modelListAtoms, modelsAtom, providersAtom, sameModel } from '../../core/store.ts'
import { spendingText } from '../../core/spendingText.ts'
import { useSpending } from '../../core/useSpending.ts'
import { formatDateTime, formatNumber, formatSeconds } from '../../ui/formatAmount.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { usePopup } from '../../ui/layers/layers.ts'
import { minorWarnings } from './replyWarnings.ts'

const sentRequest = lazyComponent(
  async () => (await import('../sent/SentRequestDialog.tsx')).SentRequestDialog,
)

/** Shows how an answer came about: model, tokens, times and the request's id. */
export function MessageDetails({ message }: { message: Message }): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = usePopup()
  const [showsRequest, setShowsRequest] = useState(false)
  return (
    <>
      <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
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
              className="popup-motion max-w-[min(24rem,var(--available-width))] min-w-60 rounded-xl bg-raised p-4 text-sm text-ink shadow-popup outline-none"
            >
              <DetailList message={message} />
              <MinorWarnings message={message} />
              <Button
                size="small"
                className="mt-3"
                onClick={() => {
                  setOpen(false)
                  setShowsRequest(true)
                }}
              >
                {t('chat.sent.title')}
              </Button>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {showsRequest && (
        <sentRequest.Component messageId={message.id} onClose={() => setShowsRequest(false)} />
      )}
    </>
  )
}

function DetailList({ message }: { message: Message }): ReactNode {
  const { t, i18n } = useTranslation()
  const model = useModel(message)
  const modelName = useModelName(message, model)
  const count = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : formatNumber(i18n.language, value)
  const duration = (value: number | null): string | undefined =>
    value === null ? undefined : formatSeconds(i18n.language, value / 1000)
  const { usage, conversationId, id: messageId } = message
  const read = useCallback(
    () => api.spending.answer({ conversationId, messageId }),
    [conversationId, messageId],
  )
  const { value: spent } = useSpending(read)
  const cost = (sum: SpendingSum | undefined): string | undefined =>
    sum && sum.requests > 0 ? spendingText(t, i18n.language, sum) : undefined
  const rows = [
    [t('chat.details.model'), modelName],
    [t('chat.details.inputTokens'), count(usage?.inputTokens)],
    [t('chat.details.cachedTokens'), count(usage?.cachedTokens)],
    [t('chat.details.cacheWriteTokens'), count(usage?.cacheWriteTokens)],
    [t('chat.details.outputTokens'), count(usage?.outputTokens)],
    [t('chat.details.reasoningTokens'), count(usage?.reasoningTokens)],
    [t('chat.details.pictureTokens'), count(usage?.pictureTokens)],
    [t('chat.details.cost'), cost(spent?.answer)],
    [t('chat.details.chatCost'), cost(spent?.chat)],
    [t('chat.details.firstToken'), duration(message.firstTokenMilliseconds)],
    [t('chat.details.duration'), duration(message.durationMilliseconds)],
    [t('chat.details.time'), formatDateTime(i18n.language, message.createdAt)],
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

function MinorWarnings({ message }: { message: Message }): ReactNode {
  const { t, i18n } = useTranslation()
  const warnings = minorWarnings(message, t, i18n.language)
  if (warnings.length === 0) return null
  return (
    <ul className="mt-3 space-y-1 border-t border-line pt-3 text-muted">
      {warnings.map((warning) => (
        <li key={warning} className="break-words">
          {warning}
        </li>
      ))}
    </ul>
  )
}

function useModel({ model }: Message): Model | undefined {
  const models = useAtomValue(modelsAtom) ?? []
  const realtimeModels = useAtomValue(modelListAtoms.realtime)?.models ?? []
  if (!model) return undefined
  return [...models, ...realtimeModels].find((candidate) => sameModel(candidate, model))
}

function useModelName({ model }: Message, known: Model | undefined): string | undefined {
  const providers = useAtomValue(providersAtom)
  if (!model) return undefined
  const name = known?.name ?? model.modelId
  const provider = providers?.find(({ id }) => id === model.providerId)?.name
  return provider ? `${name} · ${provider}` : name
}
