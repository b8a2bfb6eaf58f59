import './diagram.css'
import type { MarkdownHost } from '../../host.ts'
import type { CodeBlock } from '../../syntax/tree.ts'
import type { BlockView } from '../blockView.ts'
import { createCodeButton, setCodeIcon } from '../code/codeButton.ts'
import { createCodeView } from '../code/codeView.ts'
import { createElement } from '../createElement.ts'
import { renderDiagram } from './renderDiagram.ts'

/** Larger sources stay code: a thousand nodes would take the page half a minute. */
const lengthMaximum = 20_000
const statementsMaximum = 200

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
  let drawing = ''
  const save = createCodeButton('save', labels.saveDiagram, () => {
    host.saveFile('diagram.svg', drawing)
  })
  save.classList.add('diagram-save')
  const tools = createElement('div', 'diagram-tools')
  tools.append(save, toggle)
  element.append(code.element)

  const scheme = matchMedia('(prefers-color-scheme: dark)')
  let source = ''
  let isDestroyed = false

  const show = (): void => {
    const wanted = source
    renderDiagram(wanted, scheme.matches).then(
      (svg) => {
        if (isDestroyed || wanted !== source) return
        drawing = svg
        picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
        picture.alt = `${labels.diagram}: ${firstStatement(wanted)}`
        element.classList.add('diagram-drawn')
        element.prepend(tools, frame)
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
      if (source.trim() !== '' && !isTooLarge(source)) observer.observe(element)
    },
    destroy: () => {
      isDestroyed = true
      observer.disconnect()
      scheme.removeEventListener('change', show)
      code.destroy()
    },
  }
}

function isTooLarge(source: string): boolean {
  return source.length > lengthMaximum || source.split(/[\n;&]/).length > statementsMaximum
}

/** The title or the kind; settings and comments come before it. */
function firstStatement(source: string): string {
  return /^\s*([a-z].*)$/im.exec(source)?.[1] ?? ''
}
