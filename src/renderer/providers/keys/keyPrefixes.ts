/**
 * How the keys of well-known services begin, the longer beginnings first. The names are the
 * presets' ids; a bare `sk-` is left out, as OpenAI shares it with DeepSeek and others.
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

/** The preset whose keys look like this one, among those there are; undefined if none can be told. */
export function presetOfKey(key: string, presetIds: Iterable<string>): string | undefined {
  const known = new Set(presetIds)
  const trimmed = key.trim()
  const match = prefixes.find(([prefix]) => trimmed.startsWith(prefix))
  return match && known.has(match[1]) ? match[1] : undefined
}
