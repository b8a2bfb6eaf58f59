import { parseDescription } from '../../../src/main/plugins/intake/manifestError.ts'
import { parseShallow } from '../../../src/main/plugins/intake/parseShallow.ts'
import {
  pluginManifestSchema,
  type PluginManifest,
} from '../../../src/shared/plugins/pluginManifest.ts'

/** Returns the manifest that a text holds, read as Parley reads it. */
export function parseManifest(text: string): PluginManifest {
  return parseDescription(pluginManifestSchema, parseShallow(text))
}

/** Returns a manifest with one tool, as most plugins have it. */
export function manifestWith(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    $schema: '../node_modules/@lobehub/chat-plugin-sdk/schema.json',
    version: '1',
    identifier: 'weather',
    author: 'Somebody',
    createdAt: '2024-01-01',
    meta: { avatar: '🌤', title: 'Weather', description: 'Tells the weather.', tags: ['weather'] },
    api: [tool('fetchWeather', 'https://weather.example/api/v1')],
    type: 'default',
    ...fields,
  }
}

/** Returns an entry of a manifest's `api`. */
export function tool(name: string, url?: string): Record<string, unknown> {
  return {
    ...(url !== undefined && { url }),
    name,
    description: `Does ${name}.`,
    parameters: {
      type: 'object',
      properties: { city: { type: 'string', description: 'The city' } },
      required: ['city'],
    },
  }
}

const keySettings = {
  type: 'object',
  required: ['SERPAPI_API_KEY'],
  properties: {
    SERPAPI_API_KEY: { type: 'string', title: 'Key', minLength: 64, format: 'password' },
  },
}

/** The shapes of manifests that are in use, each by what it shows. */
export const realShapes: Record<string, Record<string, unknown>> = {
  'a tool with an address': manifestWith(),
  'no meta, as the specification allows': manifestWith({ meta: undefined }),
  'createAt in place of createdAt': manifestWith({ createAt: '2023-08-12', createdAt: undefined }),
  'a key among the settings': manifestWith({ settings: keySettings }),
  'a page for a result': manifestWith({
    ui: { url: 'https://weather.example/iframe', height: 210 },
  }),
  'a page in module mode': manifestWith({
    ui: { url: 'https://weather.example/module.js', mode: 'module', width: 800 },
  }),
  'a page that is the answer, without an address': manifestWith({
    type: 'standalone',
    api: [tool('showClock')],
    ui: { url: 'https://weather.example', height: 310 },
  }),
  'markdown for the user': manifestWith({ type: 'markdown' }),
  'instructions for the model': manifestWith({ systemRole: 'Always answer with a table.' }),
  'a gateway of its own': manifestWith({
    gateway: 'https://weather.example/api/gateway',
    api: [tool('fetchWeather')],
  }),
  'fields of the template that mean nothing': manifestWith({
    enums: ['a'],
    homepage: 'https://github.com/lobehub/chat-plugin-template',
  }),
  'several tools on two hosts': manifestWith({
    api: [tool('one', 'https://a.example/1'), tool('two', 'https://b.example/2')],
  }),
  'addresses relative to its own': manifestWith({ api: [tool('fetchWeather', '/api/v1')] }),
}
