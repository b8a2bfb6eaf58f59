import './page.css'
import { addControls } from './controls.ts'
import { createStage } from './stage.ts'
import type { Stage } from './stage.ts'

declare global {
  interface Window {
    stage: Stage
  }
}

/** The benchmark uses only the stage. People get the controls as well. */
window.stage = createStage()
if (new URLSearchParams(location.search).has('controls')) addControls(window.stage)
