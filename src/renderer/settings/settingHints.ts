import type { ParseKeys } from 'i18next'
import type { SettingId } from './settingsTable.ts'

/** The sentence below the title of a setting, for the settings that have one. */
export const settingHints: Partial<Record<SettingId, ParseKeys>> = {
  defaultModel: 'settings.defaultModel.description',
  startAtLogin: 'settings.startAtLogin.hint',
  currentTime: 'settings.currentTime.description',
  calculate: 'settings.calculate.description',
  readAttachment: 'settings.readAttachment.description',
  searchChats: 'settings.searchChats.description',
  fetchPage: 'settings.fetchPage.description',
  mediaAskAbove: 'settings.mediaAskAbove.description',
  pictureTool: 'settings.pictureTool.description',
  pictureModel: 'settings.pictureModel.description',
  deleteAtFal: 'settings.deleteAtFal.description',
  voiceModel: 'voices.modelHint',
  pitch: 'voices.pitchHint',
  readAnswers: 'voices.readAnswersHint',
  realtimeModel: 'realtime.modelHint',
  realtimeTranscription: 'realtime.transcriptionHint',
  spokenLanguage: 'speech.languageHint',
  speechEngine: 'speech.engine.hint',
  vocabulary: 'speech.vocabulary.hint',
  learnVocabulary: 'speech.vocabulary.learnHint',
  keepRecordings: 'speech.recordings.keepHint',
  toggleHotkey: 'dictation.settings.hotkeyHints.toggle',
  holdHotkey: 'dictation.settings.hotkeyHints.hold',
  readSelectionHotkey: 'dictation.settings.hotkeyHints.readSelection',
  cleanUp: 'dictation.settings.cleanUpHint',
  sounds: 'dictation.settings.soundsHint',
  automaticUpdates: 'settings.updates.automaticHint',
  keepRunning: 'dictation.settings.keepRunningHint',
}
