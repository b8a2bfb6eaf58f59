import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton.tsx'
import { copyText } from './copyText.ts'

const shownMilliseconds = 2000

type CopyButtonProps = Pick<ComponentProps<typeof IconButton>, 'label' | 'size'> &
  (
    | {
        /** Called at the click, so that no text is prepared in vain. */
        text: () => string
      }
    | {
        /** Copies something else at the click. Resolves to false if it can't. */
        copy: () => Promise<boolean>
      }
  )

/** Copies a text or something else, and says so for a moment in its own place. */
export function CopyButton({ label, size = 'small', ...what }: CopyButtonProps): ReactNode {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = (): void => {
    const copying = 'copy' in what ? what.copy() : copyText(what.text())
    void copying.then((copied) => setOutcome(copied ? 'copied' : 'failed'))
  }
  const Icon = outcome ? { copied: Check, failed: X }[outcome] : Copy
  return (
    <>
      <IconButton
        size={size}
        label={label}
        icon={<Icon aria-hidden className={size === 'small' ? 'size-4' : 'size-4.5'} />}
        onClick={copy}
      />
      <span role="status" className="sr-only">
        {outcome && t(`markdown.copy.${outcome}`)}
      </span>
    </>
  )
}
