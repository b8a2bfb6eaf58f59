import type { ParseKeys } from 'i18next'
import type { AppearancePreferences } from '../../shared/appearance.ts'
import type { CleanUpMode, Insertion } from '../../shared/speech/dictation.ts'
import type { Preferences } from '../../shared/settings.ts'
import type { ToolPreferences } from '../../shared/plugins/tools.ts'
import {
  maxFontSize,
  minFontSize,
  maxPitchPercent,
  maxSpeed,
  minSpeed,
} from '../../shared/limits.ts'
import {
  formatFactor,
  formatMoney,
  formatPixels,
  formatSignedPercentage,
} from '../ui/formatAmount.ts'
import {
  groupChoice,
  languageOptions,
  modelFromText,
  modelOptions,
  modelText,
  numberOptions,
  steps,
  switchChoice,
} from './choices.ts'
import type { Choice } from './choices.ts'
import type { SettingsSection } from '../core/settingsTarget.ts'
import { everyOf } from '../core/everyOf.ts'
import { sendKeyChoice } from './sendKeyChoice.ts'

/** A setting as its page and the palette know it. */
export interface Setting {
  section: SettingsSection
  titleKey: ParseKeys
  /** Its values, if they are few and fixed; other settings are set on their page. */
  choice?: Choice
  /** Returns whether its page shows it now; without it, always. */
  isShown?: (preferences: Preferences) => boolean
}

const themes = everyOf<Preferences['theme']>({ system: true, light: true, dark: true })
const densities = everyOf<AppearancePreferences['density']>({ comfortable: true, compact: true })
const textWidths = everyOf<AppearancePreferences['textWidth']>({
  narrow: true,
  medium: true,
  wide: true,
})
const codeFonts = everyOf<AppearancePreferences['codeFont']>({ parley: true, system: true })
const insertions = everyOf<Insertion>({
  paste: true,
  type: true,
  copy: true,
  composer: true,
  newChat: true,
})
const modes = everyOf<CleanUpMode>({ none: true, plain: true, mail: true, code: true, notes: true })
const historyDays = [1, 7, 30, 90, 365]
const forever = 'forever'
/** In US dollars. */
const priceLimits = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10]
const never = 'never'

function toolChoice(tool: keyof ToolPreferences): Choice {
  return groupChoice('tools', tool, {
    options: ({ t }) => [
      { value: 'allow', label: t('settings.currentTime.allow') },
      { value: 'ask', label: t('settings.currentTime.ask') },
      { value: 'off', label: t('settings.off') },
    ],
    toText: String,
    fromText: String,
  })
}

/**
 * Every setting. A row of the settings takes its title from here, and the palette lists this table,
 * so both have the same settings.
 */
export const settingsTable = {
  language: {
    section: 'general',
    titleKey: 'settings.language.title',
    choice: {
      options: (context) => [
        { value: 'system', label: context.t('settings.language.system') },
        ...languageOptions(context),
      ],
      valueOf: ({ language }) => language,
      patchFor: (value) => ({ language: value as Preferences['language'] }),
    },
  },
  theme: {
    section: 'general',
    titleKey: 'settings.theme.title',
    choice: {
      options: ({ t }) => themes.map((value) => ({ value, label: t(`settings.theme.${value}`) })),
      valueOf: ({ theme }) => theme,
      patchFor: (value) => ({ theme: value as Preferences['theme'] }),
    },
  },
  fontSize: {
    section: 'general',
    titleKey: 'settings.fontSize.title',
    choice: {
      options: ({ language }) =>
        numberOptions(steps(minFontSize, maxFontSize, 1), (pixels) =>
          formatPixels(language, pixels),
        ),
      valueOf: ({ fontSize }) => String(fontSize),
      patchFor: (value) => ({ fontSize: Number(value) }),
    },
  },
  density: {
    section: 'general',
    titleKey: 'settings.density.title',
    choice: groupChoice('appearance', 'density', {
      options: ({ t }) =>
        densities.map((value) => ({ value, label: t(`settings.density.${value}`) })),
      toText: String,
      fromText: String,
    }),
  },
  textWidth: {
    section: 'general',
    titleKey: 'settings.textWidth.title',
    choice: groupChoice('appearance', 'textWidth', {
      options: ({ t }) =>
        textWidths.map((value) => ({ value, label: t(`settings.textWidth.${value}`) })),
      toText: String,
      fromText: String,
    }),
  },
  codeFont: {
    section: 'general',
    titleKey: 'settings.codeFont.title',
    choice: groupChoice('appearance', 'codeFont', {
      options: ({ t }) =>
        codeFonts.map((value) => ({ value, label: t(`settings.codeFont.${value}`) })),
      toText: String,
      fromText: String,
    }),
  },
  defaultModel: {
    section: 'general',
    titleKey: 'settings.defaultModel.title',
    choice: {
      onlyByTitle: true,
      options: (context) => modelOptions(context, context.t('settings.defaultModel.last')),
      valueOf: ({ defaultModel }) => modelText(defaultModel),
      patchFor: (value) => ({ defaultModel: modelFromText(value) }),
    },
  },
  startAtLogin: { section: 'general', titleKey: 'settings.startAtLogin.title' },
  sendKey: {
    section: 'general',
    titleKey: 'settings.sendKey.title',
    choice: sendKeyChoice,
  },
  currentTime: {
    section: 'general',
    titleKey: 'settings.currentTime.title',
    choice: toolChoice('currentTime'),
  },
  calculate: {
    section: 'general',
    titleKey: 'settings.calculate.title',
    choice: toolChoice('calculate'),
  },
  readAttachment: {
    section: 'general',
    titleKey: 'settings.readAttachment.title',
    choice: toolChoice('readAttachment'),
  },
  searchChats: {
    section: 'general',
    titleKey: 'settings.searchChats.title',
    choice: toolChoice('searchChats'),
  },
  fetchPage: {
    section: 'general',
    titleKey: 'settings.fetchPage.title',
    choice: toolChoice('fetchPage'),
  },
  mediaAskAbove: {
    section: 'general',
    titleKey: 'settings.mediaAskAbove.title',
    choice: groupChoice('media', 'askAbove', {
      onlyByTitle: true,
      options: ({ t, language, preferences }) => {
        const own = preferences.media.askAbove
        const isOther = own !== null && own > 0 && !priceLimits.includes(own)
        const limits = isOther
          ? [...priceLimits, own].toSorted((first, second) => first - second)
          : priceLimits
        return [
          { value: '0', label: t('settings.mediaAskAbove.always') },
          ...numberOptions(limits, (limit) => formatMoney(language, limit, 'USD')),
          { value: never, label: t('settings.mediaAskAbove.never') },
        ]
      },
      toText: (limit) => (limit === null ? never : String(limit)),
      fromText: (text) => (text === never ? null : Number(text)),
    }),
  },
  pictureTool: {
    section: 'general',
    titleKey: 'settings.pictureTool.title',
    choice: switchChoice('media', 'chatTool'),
  },
  pictureModel: {
    section: 'general',
    titleKey: 'settings.pictureModel.title',
    isShown: ({ media }) => media.chatTool,
  },
  deleteAtFal: {
    section: 'general',
    titleKey: 'settings.deleteAtFal.title',
    choice: switchChoice('media', 'deleteAtFal'),
  },
  teamAddress: { section: 'general', titleKey: 'settings.teamAddress.title' },
  voiceLanguage: { section: 'voice', titleKey: 'voices.language' },
  voiceModel: { section: 'voice', titleKey: 'voices.model' },
  voice: { section: 'voice', titleKey: 'voices.voice' },
  speed: {
    section: 'voice',
    titleKey: 'voices.speed',
    choice: groupChoice('voices', 'speed', {
      options: ({ language }) =>
        numberOptions(steps(minSpeed, maxSpeed, 0.25), (speed) => formatFactor(language, speed)),
      toText: String,
      fromText: Number,
    }),
  },
  pitch: {
    section: 'voice',
    titleKey: 'voices.pitch',
    choice: groupChoice('voices', 'pitch', {
      options: ({ language }) =>
        numberOptions(steps(-maxPitchPercent, maxPitchPercent, 10), (pitch) =>
          formatSignedPercentage(language, pitch / 100),
        ),
      toText: String,
      fromText: Number,
    }),
  },
  readAnswers: {
    section: 'voice',
    titleKey: 'voices.readAnswers',
    choice: switchChoice('voices', 'readAnswers'),
  },
  azureSpeechKey: { section: 'voice', titleKey: 'voices.azure.keyTitle' },
  azureSpeechRegion: { section: 'voice', titleKey: 'voices.azure.regionTitle' },
  realtimeModel: { section: 'voice', titleKey: 'realtime.model' },
  realtimeVoice: {
    section: 'voice',
    titleKey: 'realtime.voice',
    isShown: ({ realtime }) => realtime.model !== null,
  },
  realtimeTranscription: {
    section: 'voice',
    titleKey: 'realtime.transcription',
    isShown: ({ realtime }) => realtime.model !== null,
  },
  microphone: { section: 'voice', titleKey: 'speech.microphone.title' },
  spokenLanguage: {
    section: 'voice',
    titleKey: 'speech.language',
    choice: groupChoice('speech', 'language', {
      options: (context) => [
        { value: 'automatic', label: context.t('speech.automatic') },
        ...languageOptions(context),
      ],
      toText: String,
      fromText: String,
    }),
  },
  speechEngine: { section: 'voice', titleKey: 'speech.engine.title' },
  vocabulary: { section: 'voice', titleKey: 'speech.vocabulary.title' },
  learnVocabulary: {
    section: 'voice',
    titleKey: 'speech.vocabulary.learn',
    choice: switchChoice('speech', 'learnVocabulary'),
  },
  keepRecordings: {
    section: 'voice',
    titleKey: 'speech.recordings.keep',
    choice: groupChoice('speech', 'historyDays', {
      options: ({ t, preferences }) => {
        const days = preferences.speech.historyDays
        const isOther = days !== null && days > 0 && !historyDays.includes(days)
        const lengths = isOther
          ? [...historyDays, days].toSorted((first, second) => first - second)
          : historyDays
        return [
          { value: '0', label: t('speech.recordings.keepNone') },
          ...numberOptions(lengths, (count) => t('speech.recordings.keepDays', { count })),
          { value: forever, label: t('speech.recordings.keepForever') },
        ]
      },
      toText: (days) => (days === null ? forever : String(days)),
      fromText: (text) => (text === forever ? null : Number(text)),
    }),
  },
  toggleHotkey: { section: 'dictation', titleKey: 'dictation.settings.hotkeys.toggle' },
  holdHotkey: { section: 'dictation', titleKey: 'dictation.settings.hotkeys.hold' },
  readSelectionHotkey: {
    section: 'dictation',
    titleKey: 'dictation.settings.hotkeys.readSelection',
  },
  insertion: {
    section: 'dictation',
    titleKey: 'dictation.settings.insertion',
    choice: groupChoice('dictation', 'insertion', {
      options: ({ t }) =>
        insertions.map((value) => ({ value, label: t(`dictation.settings.insertions.${value}`) })),
      toText: String,
      fromText: String,
    }),
  },
  cleanUp: {
    section: 'dictation',
    titleKey: 'dictation.settings.cleanUp',
    choice: groupChoice('dictation', 'cleanUp', {
      options: ({ t }) =>
        modes.map((value) => ({ value, label: t(`dictation.settings.modes.${value}`) })),
      toText: String,
      fromText: String,
    }),
  },
  translateInto: {
    section: 'dictation',
    titleKey: 'dictation.settings.translateInto',
    choice: groupChoice('dictation', 'translateInto', {
      options: (context) => [
        { value: 'off', label: context.t('dictation.settings.translateOff') },
        ...languageOptions(context),
      ],
      toText: (locale) => locale ?? 'off',
      fromText: (text) => (text === 'off' ? null : text),
    }),
  },
  cleanUpModel: {
    section: 'dictation',
    titleKey: 'dictation.settings.model',
    isShown: ({ dictation }) => dictation.cleanUp !== 'none' || dictation.translateInto !== null,
    choice: groupChoice('dictation', 'cleanUpModel', {
      onlyByTitle: true,
      options: (context) => modelOptions(context, context.t('dictation.settings.modelDefault')),
      toText: modelText,
      fromText: modelFromText,
    }),
  },
  appModes: {
    section: 'dictation',
    titleKey: 'dictation.settings.apps',
    isShown: ({ dictation }) => dictation.cleanUp !== 'none',
  },
  sounds: {
    section: 'dictation',
    titleKey: 'dictation.settings.sounds',
    choice: switchChoice('dictation', 'sounds'),
  },
  keepRunning: {
    section: 'dictation',
    titleKey: 'dictation.settings.keepRunning',
    choice: switchChoice('dictation', 'keepRunning'),
  },
  version: { section: 'about', titleKey: 'settings.about.version' },
  newestVersion: { section: 'about', titleKey: 'settings.updates.newest' },
  automaticUpdates: {
    section: 'about',
    titleKey: 'settings.updates.automatic',
    choice: switchChoice('updates', 'automatic'),
  },
  runtime: { section: 'about', titleKey: 'settings.about.runtime' },
  dataFolder: { section: 'about', titleKey: 'settings.about.dataFolder' },
} as const satisfies Record<string, Setting>

export type SettingId = keyof typeof settingsTable
export const settingIds = Object.keys(settingsTable) as SettingId[]

/** The settings with few and fixed values. */
export type ChoiceId = {
  [Id in SettingId]: (typeof settingsTable)[Id] extends { choice: Choice } ? Id : never
}[SettingId]

/** Tells whether the page of a setting shows it now. */
export function isSettingShown(id: SettingId, preferences: Preferences): boolean {
  const setting: Setting = settingsTable[id]
  return setting.isShown?.(preferences) ?? true
}
