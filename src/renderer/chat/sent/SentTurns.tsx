import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentPart, SentRequest } from '../../../shared/chat/sentRequest.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatBytes } from '../../ui/formatAmount.ts'
import { PlainText } from '../../ui/layout/PlainText.tsx'

interface SentTurnsProps {
  request: SentRequest
  isReading: boolean
  onEarlier: () => void
}

/** Shows the turns of a request, the oldest first. */
export function SentTurns({ request, isReading, onEarlier }: SentTurnsProps): ReactNode {
  const { t } = useTranslation()
  const { turns, earlier } = request
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">{t('chat.sent.turns')}</h3>
      {earlier > 0 && (
        <Button size="small" disabled={isReading} onClick={onEarlier}>
          {t('chat.sent.earlier', { count: earlier })}
        </Button>
      )}
      <ol className="space-y-3">
        {turns.map(({ role, parts }, index) => (
          // The place in the whole request, which stays when earlier ones come before it.
          <li key={earlier + index} className="space-y-1.5 rounded-lg border border-line p-3">
            <p className="text-muted">{t(`chat.message.${role === 'user' ? 'you' : role}`)}</p>
            {parts.map((part, at) => (
              <SentPartText key={at} part={part} />
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

function SentPartText({ part }: { part: SentPart }): ReactNode {
  const { t, i18n } = useTranslation()
  switch (part.type) {
    case 'text':
      return <PlainText text={part.text} />
    case 'reasoning':
      return <LabelledText label={t('chat.sent.reasoning')} text={part.text} />
    case 'toolCall':
      return (
        <LabelledText label={t('chat.sent.toolCall', { name: part.name })} text={part.arguments} />
      )
    case 'toolResult': {
      const label = t(part.failed ? 'chat.sent.toolFailed' : 'chat.sent.toolResult')
      return <LabelledText label={label} text={[part.text, ...part.files].join('\n')} />
    }
    case 'file': {
      const { name, mediaType, sizeBytes, passagesOnly } = part
      const facts = `${mediaType} · ${formatBytes(i18n.language, sizeBytes)}`
      const label = t(passagesOnly ? 'chat.sent.passagesOf' : 'chat.sent.file', { name })
      return <LabelledText label={label} text={facts} />
    }
  }
}

function LabelledText({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <div className="border-s-2 border-line ps-3">
      <p className="break-words text-muted">{label}</p>
      <PlainText text={text} />
    </div>
  )
}
