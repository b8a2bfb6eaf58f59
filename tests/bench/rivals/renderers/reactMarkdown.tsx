import 'katex-0.16/dist/katex.min.css'
import './plain.css'
import Markdown from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import rehypeKatex from 'rehype-katex'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { mountReact } from '../../rendering/page/renderers/mountReact.ts'

const remarkPlugins = [remarkGfm, remarkMath]
const rehypePlugins = [rehypeHighlight, rehypeKatex]

/** Mounts react-markdown, the most common renderer, which reads the whole text each time. */
export const mountReactMarkdown = mountReact((text) => (
  <Markdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins}>
    {text}
  </Markdown>
))
