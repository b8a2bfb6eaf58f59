import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/classNames.ts'
import { Spinner } from '../../ui/status/Spinner.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import type { Offer } from './offeredPrompts.ts'

interface PromptOptionProps {
  id: string
  offer: Offer
  isActive: boolean
  isBusy: boolean
  onPoint: () => void
  onChoose: () => void
}

/** Shows a prompt that the slash offers. The composer's field keeps the focus and the keys. */
export function PromptOption(props: PromptOptionProps): ReactNode {
  const { id, offer, isActive, isBusy, onPoint, onChoose } = props
  const { t } = useTranslation()
  const { title, command, description, server } = describe(offer)
  useEffect(() => {
    if (isActive) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [isActive, id])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
    <div
      role="option"
      tabIndex={-1}
      id={id}
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={classNames(
        'cursor-default rounded-lg px-2.5 py-1.5 select-none',
        isActive && 'bg-hover',
      )}
    >
      <p className="flex items-baseline gap-2">
        <bdi className="min-w-0 font-medium break-words">{visibleText(title)}</bdi>
        {command !== '' && (
          <code dir="auto" className="min-w-0 truncate text-xs text-muted">
            /{visibleText(command)}
          </code>
        )}
        {server !== null && (
          <span className="ms-auto max-w-40 shrink-0 truncate text-xs text-muted">
            {t('plugins.prompts.from', { name: visibleText(server) })}
          </span>
        )}
        {isBusy && <Spinner />}
      </p>
      {description !== '' && (
        <p dir="auto" className="own-direction line-clamp-2 text-xs text-muted">
          {visibleText(description)}
        </p>
      )}
    </div>
  )
}

interface Described {
  title: string
  command: string
  description: string
  /** The title of the server; null for a prompt of the user. */
  server: string | null
}

function describe(offer: Offer): Described {
  if (offer.kind === 'own') {
    const { name, command, beginning } = offer.prompt
    return { title: name, command, description: beginning, server: null }
  }
  const { prompt, server } = offer.offered
  const { title, name, description } = prompt
  return { title, command: name, description, server: server.title }
}
