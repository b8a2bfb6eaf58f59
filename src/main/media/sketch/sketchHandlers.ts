import type { FeatureHandlers } from '../../../shared/ipc/define.ts'
import type { sketchMethods } from '../../../shared/media/sketch.ts'
import type { Sketches } from './createSketches.ts'

/** Returns the handlers of the page's live sketches. */
export function sketchHandlers(sketches: Sketches): FeatureHandlers<typeof sketchMethods> {
  return {
    sketchModels: () => sketches.models(),
    sketchPrice: async (model) => ({ price: await sketches.price(model) }),
    sketch: (request, signal) => sketches.open(request, signal),
    drawSketch(input) {
      sketches.draw(input)
      return {}
    },
    async stopSketch({ id }) {
      await sketches.stop(id)
      return {}
    },
    keepSketch: async ({ id, number }) => ({ outputId: await sketches.keep(id, number) }),
  }
}
