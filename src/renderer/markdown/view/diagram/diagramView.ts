import './diagram.css'
import type { MarkdownHost } from '../../host.ts'
import type { CodeBlock } from '../../syntax/tree.ts'
import type { BlockView } from '../blockView.ts'
import { createCodeButton, setCodeIcon } from '../code/codeButton.ts'
import { createCodeView } from '../code/codeView.ts'
import { createElement } from '../createElement.ts'
import { renderDiagram } from './renderDiagram.ts'

/** Longer sources stay code. */
const lengthMaximum = 20_000

/**
 * A diagram, or its source: while it is written, where it can't be drawn, and when the reader
 * wants it. The drawing is a picture with an address of its own: nothing in it can run, follow a
 * link or fetch anything.
 */
export function createDiagramView(host: MarkdownHost): BlockView<CodeBlock> {
  const { labels } = host
  const element = createElement('div', 'diagram')
  const code = createCodeView(host)
  const picture = createElement('img', 'diagram-picture')
  const frame = createElement('div', 'diagram-frame')
  frame.append(picture)
  const note = createElement('p', 'diagram-note')
  note.append(labels.diagramFailed)
  const toggle = createCodeButton('source', labels.showSource, () => {
    const isSource = element.classList.toggle('diagram-source')
    toggle.ariaLabel = isSource ? labels.showDiagram : labels.showSource
    toggle.title = toggle.ariaLabel
    setCodeIcon(toggle, isSource ? 'diagram' : 'source')
  })
  element.append(code.element)

  const scheme = matchMedia('(prefers-color-scheme: dark)')
  let source = ''
  let isDestroyed = false

  const show = (): void => {
    const wanted = source
    renderDiagram(wanted, scheme.matches).then(
      (svg) => {
        if (isDestroyed || wanted !== source) return
        picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
        picture.alt = `${labels.diagram}: ${wanted.split('\n', 1)[0] ?? ''}`
        element.classList.add('diagram-drawn')
        element.prepend(toggle, frame)
        note.remove()
      },
      (error: unknown) => {
        console.warn('A diagram could not be drawn', error)
        if (!isDestroyed && wanted === source) element.append(note)
      },
    )
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      scheme.addEventListener('change', show)
      show()
    },
    { rootMargin: '600px' },
  )

  return {
    element,
    update: (block, growing) => {
      code.update(block, growing)
      if (!block.closed || source !== '') return
      source = block.lines.join('\n')
      if (source.trim() !== '' && source.length <= lengthMaximum) observer.observe(element)
    },
    destroy: () => {
      isDestroyed = true
      observer.disconnect()
      scheme.removeEventListener('change', show)
      code.destroy()
    },
  }
}
