import { atom } from 'jotai'
import type { PluginSource } from '../../shared/plugins/plugins.ts'
import { placeAtom, store } from '../core/store.ts'

/** The parts of the place, in the order shown. */
export const pluginsTabs = ['installed', 'marketplace', 'activity'] as const
export type PluginsTab = (typeof pluginsTabs)[number]

/** The parts of an installed plugin, in the order shown. */
export const pluginTabs = ['tools', 'permissions', 'settings', 'log'] as const
export type PluginTab = (typeof pluginTabs)[number]

/** A tool to try, with the arguments of an earlier call. */
export interface Trial {
  tool: string
  /** The arguments as JSON. */
  arguments: string
}

/** Tab, plugin and trial that the place shows. */
export interface PluginsView {
  tab: PluginsTab
  /** The installed plugin to open, and its part. */
  pluginId?: string
  pluginTab?: PluginTab
  trial?: Trial
  /** A plugin from a link, to be read and shown in the sheet. */
  source?: PluginSource
}

export const pluginsViewAtom = atom<PluginsView>({ tab: 'installed' })

/** Opens the place of plugins at a part of it. */
export function openPlugins(view: PluginsView): void {
  store.set(pluginsViewAtom, view)
  store.set(placeAtom, 'plugins')
}
