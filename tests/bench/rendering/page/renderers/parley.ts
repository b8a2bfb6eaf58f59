import '../../../../../src/renderer/core/appearance/theme.css'
import '../../../../../src/renderer/markdown/markdown.css'
import { createMarkdownView } from '../../../../../src/renderer/markdown/view/createMarkdownView.ts'
import { createEnglishHost } from '../../../../markdown/page/englishHost.ts'
import type { MountRenderer } from './renderer.ts'

/** Mounts this app's component. */
export const mountParley: MountRenderer = (parent) => {
  const view = createMarkdownView(createEnglishHost(() => {}))
  parent.append(view.element)
  return {
    update: view.update,
    destroy: () => {
      view.destroy()
      view.element.remove()
    },
  }
}
