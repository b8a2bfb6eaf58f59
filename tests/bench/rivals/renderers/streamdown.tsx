import './streamdown.css'
import { code } from '@streamdown/code'
import { createMathPlugin } from '@streamdown/math'
import { Streamdown } from 'streamdown'
import { mountReact } from '../../rendering/page/renderers/mountReact.ts'

const plugins = { code, math: createMathPlugin({ singleDollarTextMath: true }) }

/** Mounts Streamdown as in its documentation, with syntax colours and formulas. */
export const mountStreamdown = mountReact((text, streaming) => (
  <Streamdown plugins={plugins} isAnimating={streaming}>
    {text}
  </Streamdown>
))
