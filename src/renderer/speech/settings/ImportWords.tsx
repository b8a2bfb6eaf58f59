import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '../../../shared/languages.ts'
import { api } from '../../core/bridge.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { showToast } from '../../ui/layers/Toast.tsx'
import { attempt } from '../../core/failures.ts'
import { WordLanguage } from './WordLanguage.tsx'
import { maxImportLength } from '../../../shared/limits.ts'

interface ImportWordsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Imports many words at once, pasted or from a file. */
export function ImportWords({ open, onOpenChange }: ImportWordsProps): ReactNode {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [language, setLanguage] = useState<Locale | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const add = async (): Promise<void> => {
    const { added, skipped } = await api.speech.importWords({ text, language })
    setText('')
    onOpenChange(false)
    const known = skipped > 0 ? ` ${t('speech.vocabulary.skipped', { count: skipped })}` : ''
    showToast(`${t('speech.vocabulary.added', { count: added })}${known}`)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('speech.vocabulary.importTitle')}
      description={t('speech.vocabulary.importHint')}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('app.cancel')}</Button>
          <Button variant="primary" disabled={text.trim() === ''} onClick={() => attempt(add())}>
            {t('speech.vocabulary.add')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('speech.vocabulary.words')}
        dir="auto"
        rows={8}
        maxLength={maxImportLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap justify-between gap-2">
        <Button onClick={() => file.current?.click()}>{t('speech.vocabulary.chooseFile')}</Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".txt,.csv,.tsv,text/plain,text/csv"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            target.value = ''
            if (chosen) attempt(readStart(chosen).then(setText))
          }}
        />
        <WordLanguage value={language} onChange={setLanguage} />
      </div>
    </Dialog>
  )
}

/** Reads the part of a file that one import accepts, whatever its size. */
async function readStart(file: File): Promise<string> {
  const text = await file.slice(0, maxImportLength * 4).text()
  return text.slice(0, maxImportLength)
}
