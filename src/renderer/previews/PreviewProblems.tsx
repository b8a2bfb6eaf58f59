import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreviewProblem } from '../../shared/previews.ts'
import { visibleText } from '../ui/visibleText.ts'

/**
 * Lists what went wrong in a document, so that a blank page explains itself. Its line is there
 * before the first problem, so that the frame keeps its size.
 */
export function PreviewProblems({ problems }: { problems: readonly PreviewProblem[] }): ReactNode {
  const { t } = useTranslation()
  const sentence = (problem: PreviewProblem): string => {
    switch (problem.kind) {
      case 'script': {
        const text = visibleText(problem.text)
        const { line } = problem
        if (line === null) return t('previews.problem.script', { text })
        return t('previews.problem.scriptInLine', { text, line })
      }
      case 'host':
      case 'file':
        return t(`previews.problem.${problem.kind}`, { name: visibleText(problem.name) })
      default:
        return t(`previews.problem.${problem.kind}`)
    }
  }
  return (
    <div
      role="log"
      aria-label={t('previews.problems')}
      tabIndex={problems.length > 0 ? 0 : undefined}
      className="selectable mx-4 mb-3 max-h-24 min-h-5 shrink-0 overflow-y-auto text-sm text-muted"
    >
      {problems.map((problem, index) => (
        <p key={index} className="wrap-anywhere">
          {sentence(problem)}
        </p>
      ))}
    </div>
  )
}
