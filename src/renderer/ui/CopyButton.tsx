import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton.tsx'
import { copyText } from './copyText.ts'

const shownMilliseconds = 2000

interface CopyButtonProps {
  label: string
  /** Called at the click, so that no text is prepared in vain. */
  text: () => string
}

/** Copies a text, and says so for a moment. */
export function CopyButton({ label, text }: CopyButtonProps): ReactNode {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = (): void => {
    void copyText(text()).then((copied) => setOutcome(copied ? 'copied' : 'failed'))
  }
  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <>
      <IconButton
        size="small"
        label={label}
        icon={<Icon aria-hidden className="size-4" />}
        onClick={copy}
      />
      <span role="status" className="sr-only">
        {outcome && t(`markdown.copy.${outcome}`)}
      </span>
    </>
  )
}
