import type { Locale } from '../../shared/languages.ts'
import { startReading } from './reading.ts'
import type { VoiceUse } from './voiceUse.ts'

/** "This is how I sound" in each language, whatever the interface's is. */
const samples: Record<Locale, string> = {
  'ar-SA': 'هكذا يبدو صوتي.',
  'de-DE': 'So klingt meine Stimme, und so lese ich dir vor.',
  'en-US': 'This is how I sound when I read to you.',
  'es-ES': 'Así suena mi voz cuando leo para ti.',
  'fr-FR': 'Voici le son de ma voix quand je lis pour vous.',
  'ja-JP': 'これが私の声です。',
  'ko-KR': '이것이 제 목소리입니다.',
  'pt-BR': 'É assim que a minha voz soa quando leio para você.',
  'ru-RU': 'Вот так звучит мой голос.',
  'zh-CN': '这就是我说话的声音。',
  'zh-TW': '這就是我說話的聲音。',
}

/** Plays a sample of the voice that a model, or any, has in a language. */
export function previewVoice({ locale, model }: VoiceUse): void {
  startReading({
    id: 'preview',
    text: () => samples[locale],
    model: () => model,
    isComplete: () => true,
    subscribe: () => () => {},
    element: () => null,
  })
}
