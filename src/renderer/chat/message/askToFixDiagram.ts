import i18next from 'i18next'
import { draftFromView } from '../composer/draftFromView.ts'

/** Puts the question how to mend a diagram before the draft of the open chat. */
export function askToFixDiagram(source: string, problem: string): void {
  const request = i18next.t('markdown.diagram.fixRequest')
  draftFromView(`${request}\n\n${fenced(problem, '')}\n\n${fenced(source, 'mermaid')}\n`)
}

function fenced(text: string, info: string): string {
  const fence = text.includes('```') ? '~~~~' : '```'
  return `${fence}${info}\n${text}\n${fence}`
}
