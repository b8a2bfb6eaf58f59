import type { MarkdownHost } from '../../host.ts'
import { createElement } from '../createElement.ts'

const problemLength = 1000

/** Creates the note at a diagram that can't be drawn: on which line, and a button to have it fixed. */
export function createDiagramNote(source: string, error: unknown, host: MarkdownHost): HTMLElement {
  const { labels, askToFix } = host
  const problem = String(error).replace(/^(?:Error: )+/, '')
  // The library counts one more where the source ends too early.
  const named = Number(/\bon line (\d+)/i.exec(problem)?.[1] ?? 0)
  const line = Math.min(named, source.trimEnd().split('\n').length)
  const note = createElement('p', 'diagram-note')
  note.append(line > 0 ? labels.diagramFailedAt(line) : labels.diagramFailed)
  if (askToFix) {
    const button = createElement('button', 'diagram-draw')
    button.type = 'button'
    button.append(labels.askToFix)
    button.addEventListener('click', () => askToFix(source, problem.slice(0, problemLength)))
    note.append(button)
  }
  return note
}
