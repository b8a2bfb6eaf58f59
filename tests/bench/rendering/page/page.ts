import './page.css'
import { addControls } from './controls.ts'
import { createStage } from './stage.ts'
import type { Stage } from './stage.ts'

declare global {
  interface Window {
    stage: Stage
  }
}

/** The benchmark works on the stage alone; a person gets the controls. */
window.stage = createStage()
if (new URLSearchParams(location.search).has('controls')) addControls(window.stage)
