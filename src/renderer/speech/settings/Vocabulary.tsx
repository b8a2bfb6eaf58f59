import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SwitchSetting } from '../../settings/ChoiceSetting.tsx'
import { SettingBlock } from '../../settings/SettingRow.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { AddWord } from './AddWord.tsx'
import { ImportWords } from './ImportWords.tsx'
import { Suggestions } from './Suggestions.tsx'
import { useVocabulary } from './useVocabulary.ts'
import { WordList } from './WordList.tsx'

interface VocabularyProps {
  /** Whether the user allows Parley to remember corrections. */
  learns: boolean
}

/** Edits names and terms that transcription should know. */
export function Vocabulary({ learns }: VocabularyProps): ReactNode {
  const { t } = useTranslation()
  const known = useVocabulary()
  const [isImporting, setImporting] = useState(false)
  return (
    <section aria-labelledby="vocabulary" className="pt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="vocabulary" className="text-lg font-semibold">
          {t('speech.vocabulary.title')}
        </h2>
        <Button size="small" onClick={() => setImporting(true)}>
          {t('speech.vocabulary.import')}
        </Button>
      </div>
      <p className="pb-3 text-sm text-muted">{t('speech.vocabulary.hint')}</p>
      <SettingBlock setting="vocabulary">
        <AddWord />
      </SettingBlock>
      {known && <WordList words={known.words} />}
      <SwitchSetting setting="learnVocabulary" />
      {learns && known && <Suggestions suggestions={known.suggestions} />}
      <ImportWords open={isImporting} onOpenChange={setImporting} />
    </section>
  )
}
