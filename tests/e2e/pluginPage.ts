import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Frame, Page } from 'playwright'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { build } from 'vite'
import { migrations } from '../../src/main/app/migrations.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { historyPath } from '../../src/main/storage/paths.ts'
import type { Part } from '../../src/shared/chat/parts.ts'
import { pagePlugin } from '../main/plugins/frames/pagePlugin.ts'
import { model } from './parley.ts'
import { seedChat } from './seedChat.ts'

/**
 * Creates a data folder with a plugin and a chat in which its page shows the result of a call.
 * Returns the folder's path.
 */
export function seedPluginChat(
  url: string,
  {
    isAnswer = false,
    text = 'the result',
    calls = 1,
    hosts,
    more = {},
    settings = {},
  }: PluginChatOptions = {},
): string {
  const parts = Array.from({ length: calls }, (_, index): Part[] => {
    const call = { id: `call_${String(index)}`, name: 'clock_get', arguments: '{"city":"Rome"}' }
    const page = { plugin: 'clock', isAnswer }
    return [
      { type: 'toolCall', ...call, title: 'Clock', effect: 'read', state: 'allowed' },
      { type: 'toolResult', id: call.id, text, failed: false, page },
    ]
  }).flat()
  const folder = seedChat('Clock', ['What time is it?', parts])
  const database = openDatabase({ path: historyPath(folder), migrations })
  const { sheet, choices } = pagePlugin(url, hosts, more)
  const program = {
    identifier: sheet.id,
    routes: {},
    secretOrigins: [],
    openapi: null,
    mcp: null,
  }
  database.run(
    `INSERT INTO plugin (id, sheet, choices, program, source, settings, installed_at)
     VALUES (?, ?, ?, ?, NULL, ?, 1)`,
    sheet.id,
    JSON.stringify(sheet),
    JSON.stringify(choices),
    JSON.stringify(program),
    JSON.stringify(settings),
  )
  database.run('UPDATE message SET provider_id = ?, model_id = ?', model.providerId, model.modelId)
  database.close()
  return folder
}

interface PluginChatOptions {
  isAnswer?: boolean
  text?: string
  /** The number of calls, each with a page of its own. */
  calls?: number
  hosts?: readonly string[]
  settings?: Record<string, string>
  more?: Parameters<typeof pagePlugin>[2]
}

/** Returns the published SDK for pages as one script, which sets `sdk`. */
export async function bundleSdk(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(projectRoot, 'node_modules/@lobehub/chat-plugin-sdk/client.js'),
        formats: ['iife'],
        name: 'sdk',
      },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('The SDK was not bundled')
  return output.output[0].code
}

/** The frames of plugins' pages. */
export function pluginFrames(page: Page): Frame[] {
  return page
    .frames()
    .filter((frame) => /^(?:https:\/\/\w+\.plugin\.invalid|plugin:)/.test(frame.url()))
}

/** Opens the seeded chat. Resolves to the frame of the plugin's page. */
export async function openPluginChat(page: Page): Promise<Frame> {
  await page.getByRole('navigation', { name: 'Chats' }).getByText('Clock').click()
  await expect.poll(() => pluginFrames(page).length).toBe(1)
  return pluginFrames(page)[0]!
}
