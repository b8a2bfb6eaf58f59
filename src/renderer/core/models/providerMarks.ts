import ai21 from '@lobehub/icons-static-svg/icons/ai21.svg'
import anthropic from '@lobehub/icons-static-svg/icons/anthropic.svg'
import aws from '@lobehub/icons-static-svg/icons/aws.svg'
import azure from '@lobehub/icons-static-svg/icons/azure.svg'
import baseten from '@lobehub/icons-static-svg/icons/baseten.svg'
import cerebras from '@lobehub/icons-static-svg/icons/cerebras.svg'
import cloudflare from '@lobehub/icons-static-svg/icons/cloudflare.svg'
import cohere from '@lobehub/icons-static-svg/icons/cohere.svg'
import deepinfra from '@lobehub/icons-static-svg/icons/deepinfra.svg'
import deepseek from '@lobehub/icons-static-svg/icons/deepseek.svg'
import fal from '@lobehub/icons-static-svg/icons/fal.svg'
import fireworks from '@lobehub/icons-static-svg/icons/fireworks.svg'
import gemini from '@lobehub/icons-static-svg/icons/gemini.svg'
import github from '@lobehub/icons-static-svg/icons/github.svg'
import groq from '@lobehub/icons-static-svg/icons/groq.svg'
import huggingface from '@lobehub/icons-static-svg/icons/huggingface.svg'
import hyperbolic from '@lobehub/icons-static-svg/icons/hyperbolic.svg'
import lmstudio from '@lobehub/icons-static-svg/icons/lmstudio.svg'
import minimax from '@lobehub/icons-static-svg/icons/minimax.svg'
import mistral from '@lobehub/icons-static-svg/icons/mistral.svg'
import moonshot from '@lobehub/icons-static-svg/icons/moonshot.svg'
import nebius from '@lobehub/icons-static-svg/icons/nebius.svg'
import novita from '@lobehub/icons-static-svg/icons/novita.svg'
import nvidia from '@lobehub/icons-static-svg/icons/nvidia.svg'
import ollama from '@lobehub/icons-static-svg/icons/ollama.svg'
import openai from '@lobehub/icons-static-svg/icons/openai.svg'
import openrouter from '@lobehub/icons-static-svg/icons/openrouter.svg'
import perplexity from '@lobehub/icons-static-svg/icons/perplexity.svg'
import qwen from '@lobehub/icons-static-svg/icons/qwen.svg'
import sambanova from '@lobehub/icons-static-svg/icons/sambanova.svg'
import siliconcloud from '@lobehub/icons-static-svg/icons/siliconcloud.svg'
import stepfun from '@lobehub/icons-static-svg/icons/stepfun.svg'
import together from '@lobehub/icons-static-svg/icons/together.svg'
import upstage from '@lobehub/icons-static-svg/icons/upstage.svg'
import venice from '@lobehub/icons-static-svg/icons/venice.svg'
import vercel from '@lobehub/icons-static-svg/icons/vercel.svg'
import vllm from '@lobehub/icons-static-svg/icons/vllm.svg'
import xai from '@lobehub/icons-static-svg/icons/xai.svg'
import zai from '@lobehub/icons-static-svg/icons/zai.svg'
import ovhcloud from '../marks/ovhcloud.svg'
import scaleway from '../marks/scaleway.svg'

const marks: Readonly<Record<string, string>> = {
  ai21,
  anthropic,
  azure,
  baseten,
  bedrock: aws,
  cerebras,
  cloudflare,
  cohere,
  deepinfra,
  deepseek,
  fal,
  fireworks,
  gemini,
  github,
  groq,
  huggingface,
  hyperbolic,
  lmstudio,
  minimax,
  mistral,
  moonshot,
  nebius,
  novita,
  nvidia,
  ollama,
  'ollama-cloud': ollama,
  openai,
  openrouter,
  ovhcloud,
  perplexity,
  qwen,
  sambanova,
  scaleway,
  siliconflow: siliconcloud,
  stepfun,
  together,
  upstage,
  venice,
  vercel,
  vllm,
  xai,
  zai,
}

/**
 * Returns the address of the mark of a service's or a local server's maker, by the id in the
 * tables. Each picture has one color, `currentColor`. Undefined if there is none that may be shipped.
 */
export function markOf(presetId: string | null | undefined): string | undefined {
  const id = presetId ?? ''
  return Object.hasOwn(marks, id) ? marks[id] : undefined
}
