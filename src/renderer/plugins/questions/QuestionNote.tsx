import { useAtomValue } from 'jotai'
import { MessageCircleQuestion } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toWire, type WireError } from '../../../shared/errors.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { installedPluginsAtom, loadPlugins, pluginName } from '../installedPlugins.ts'
import { QuestionDialog } from './QuestionDialog.tsx'
import { followQuestions, waitingQuestionsAtom } from './waitingQuestions.ts'

/**
 * Says that a plugin's server asks something. Nothing opens by itself: a server may ask at any
 * moment, and the user may be typing.
 */
export function QuestionNote(): ReactNode {
  const { t } = useTranslation()
  const [question] = useAtomValue(waitingQuestionsAtom)
  const plugins = useAtomValue(installedPluginsAtom)
  const [openId, setOpenId] = useState<string>()
  const [failure, setFailure] = useState<{ error: WireError; at: number }>()
  useEffect(() => {
    followQuestions().catch((error: unknown) =>
      setFailure({ error: toWire(error), at: Date.now() }),
    )
  }, [])
  const isAsked = question !== undefined
  useEffect(() => {
    if (isAsked) void loadPlugins()
  }, [isAsked])
  if (failure) return <ErrorAlert error={failure.error} since={failure.at} />
  const name = question && visibleText(pluginName(plugins ?? [], question.pluginId))
  return (
    <div role="status">
      {question && (
        <div className="flex flex-wrap items-center justify-center gap-2 bg-control px-4 py-1.5 text-sm">
          <MessageCircleQuestion aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 break-words">{t('plugins.questions.waiting', { name })}</span>
          <Button size="small" onClick={() => setOpenId(question.questionId)}>
            {t('plugins.questions.open')}
          </Button>
        </div>
      )}
      {question && openId === question.questionId && (
        <QuestionDialog
          key={question.questionId}
          question={question}
          name={name ?? ''}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </div>
  )
}
