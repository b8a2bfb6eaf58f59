import { Popover } from '@base-ui/react/popover'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/classNames.ts'
import { formatNumber, formatPercentage } from '../../ui/formatAmount.ts'
import { usePopup } from '../../ui/layers/layers.ts'
import { ProgressRing } from '../../ui/status/ProgressRing.tsx'
import { ContextPartList } from './ContextPartList.tsx'
import { ExactCount } from './ExactCount.tsx'
import { useTokenCount } from './useTokenCount.ts'
import type { CountedDraft, TokenCount as Count } from './useTokenCount.ts'

/** The share of the window from which on the count warns that it is almost full. */
const fullFraction = 0.9

interface TokenCountProps extends CountedDraft {
  /** The size of the model's context window, if known. */
  contextTokens: number | undefined
  /** True if the window may be smaller. */
  contextIsMaximum: boolean
}

/**
 * Shows which share of the model's context window the conversation takes, draft included. It opens
 * what the number consists of and rests on, where the user can have the service count.
 */
export function TokenCount({
  contextTokens,
  contextIsMaximum,
  ...draft
}: TokenCountProps): ReactNode {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = usePopup()
  const count = useTokenCount(draft)
  if (!count) return null
  const text = describe(t, i18n.language, count, contextTokens, contextIsMaximum)
  const fraction = contextTokens === undefined ? undefined : count.tokens / contextTokens
  const isFull = fraction !== undefined && fraction > fullFraction
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger
        className={classNames(
          'pressable flex max-w-full items-center gap-1.5 rounded-md px-1.5 py-1 text-xs tabular-nums hover:bg-hover',
          isFull ? 'text-danger-ink' : 'text-muted',
          // A narrow composer has no room for a number without a window, unless it is used.
          fraction === undefined && '@max-lg:not-focus-visible:not-data-popup-open:sr-only',
        )}
      >
        {fraction === undefined ? (
          <span className="truncate">{text}</span>
        ) : (
          <>
            <ProgressRing fraction={Math.min(1, fraction)} size="size-4" />
            {/* A name that begins with what is seen can be spoken by who commands by voice. */}
            <span>{formatPercentage(i18n.language, fraction, fraction < 0.1 ? 1 : 0)}</span>{' '}
            <span className="sr-only">{text}</span>
          </>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" align="end" sideOffset={6} className="z-50">
          <Popover.Popup
            aria-label={t('chat.tokens.title')}
            className="popup-motion flex max-h-(--available-height) w-80 max-w-(--available-width) flex-col gap-2 overflow-y-auto rounded-xl bg-raised px-3.5 py-3 text-sm text-ink shadow-popup outline-none"
          >
            <p role="status" className="font-semibold tabular-nums">
              {text}
            </p>
            <ContextPartList
              parts={count.parts}
              tokens={count.tokens}
              contextTokens={contextTokens}
            />
            <ExactCount count={count} model={draft.model} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function describe(
  t: TFunction,
  language: string,
  { tokens, exact }: Count,
  contextTokens: number | undefined,
  contextIsMaximum: boolean,
): string {
  const formatted = formatNumber(language, tokens)
  if (contextTokens === undefined) {
    return t(exact ? 'chat.tokens.count' : 'chat.tokens.about', { count: tokens, formatted })
  }
  const window = formatNumber(language, contextTokens)
  if (contextIsMaximum) {
    return t(exact ? 'chat.tokens.ofUpTo' : 'chat.tokens.aboutOfUpTo', { formatted, window })
  }
  return t(exact ? 'chat.tokens.ofWindow' : 'chat.tokens.aboutOfWindow', { formatted, window })
}
