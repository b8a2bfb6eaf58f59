import { rendererNames } from './renderers/renderer.ts'
import type { RendererName } from './renderers/renderer.ts'
import type { Stage } from './stage.ts'

const charactersPerToken = 4

const markup = `
  <label>Renderer <select id="renderer"></select></label>
  <label>Tokens a second <input id="speed" type="number" value="200" min="1" max="5000" /></label>
  <label><input id="rtl" type="checkbox" /> right to left</label>
  <button id="play">Stream</button>
  <button id="whole">Show at once</button>
  <textarea id="source" aria-label="Markdown" placeholder="Paste Markdown here"></textarea>
`

/** Adds controls for trying a renderer by hand. The system chooses light or dark. */
export function addControls(stage: Stage): void {
  const parent = document.getElementById('controls')
  if (!parent) return
  parent.innerHTML = markup
  const find = <Found extends HTMLElement>(id: string): Found => {
    const element = parent.querySelector<Found>(`#${id}`)
    if (!element) throw new Error(`There is no control ${id}.`)
    return element
  }
  const renderer = find<HTMLSelectElement>('renderer')
  const source = find<HTMLTextAreaElement>('source')
  const speed = find<HTMLInputElement>('speed')
  const rightToLeft = find<HTMLInputElement>('rtl')

  renderer.append(...rendererNames.map((name) => new Option(name)))
  renderer.value = chosenRenderer()
  source.value = sessionStorage.getItem('source') ?? ''
  source.addEventListener('input', () => sessionStorage.setItem('source', source.value))
  // Each renderer gets its own page, because the styles of two would mix.
  renderer.addEventListener('change', () => {
    location.search = new URLSearchParams({ controls: '', renderer: renderer.value }).toString()
  })
  rightToLeft.addEventListener('change', () => {
    document.documentElement.dir = rightToLeft.checked ? 'rtl' : 'ltr'
  })

  let playing = 0
  const begin = (): number => {
    stage.unmount()
    stage.mount()
    playing += 1
    return playing
  }
  find('whole').addEventListener('click', () => {
    begin()
    stage.update(source.value, false)
  })
  find('play').addEventListener('click', () => {
    const mine = begin()
    const start = performance.now()
    const step = (now: number): void => {
      if (mine !== playing) return
      const end = ((now - start) / 1000) * Number(speed.value) * charactersPerToken
      const isWhole = end >= source.value.length
      stage.update(source.value.slice(0, Math.max(0, end)), !isWhole)
      if (!isWhole) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  void stage.load(chosenRenderer())
}

function chosenRenderer(): RendererName {
  const asked = new URLSearchParams(location.search).get('renderer')
  return rendererNames.find((name) => name === asked) ?? 'parley'
}
