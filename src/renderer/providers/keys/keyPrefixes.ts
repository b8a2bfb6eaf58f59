/**
 * The prefixes of well-known services' keys, longer ones first, with the presets' ids. A bare `sk-`
 * is left out, as OpenAI shares it with DeepSeek and others.
 */
const prefixes: readonly (readonly [prefix: string, presetId: string])[] = [
  ['sk-ant-', 'anthropic'],
  ['sk-or-', 'openrouter'],
  ['sk-proj-', 'openai'],
  ['sk-svcacct-', 'openai'],
  ['sk-admin-', 'openai'],
  ['gsk_', 'groq'],
  ['xai-', 'xai'],
  ['AIza', 'gemini'],
  ['tgp_v1_', 'together'],
  ['pplx-', 'perplexity'],
  ['fw_', 'fireworks'],
  ['csk-', 'cerebras'],
  ['hf_', 'huggingface'],
  ['nvapi-', 'nvidia'],
  ['github_pat_', 'github'],
  ['ghp_', 'github'],
  ['vck_', 'vercel'],
]

/** Returns which of these presets has keys like this one; undefined if the key doesn't show it. */
export function presetOfKey(key: string, presetIds: Iterable<string>): string | undefined {
  const known = new Set(presetIds)
  const trimmed = key.trim()
  const match = prefixes.find(([prefix]) => trimmed.startsWith(prefix))
  return match && known.has(match[1]) ? match[1] : undefined
}
