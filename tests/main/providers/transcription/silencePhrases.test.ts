import { expect, test } from 'vitest'
import { isSilencePhrase } from '../../../../src/main/providers/transcription/silencePhrases.ts'

test.each([
  'Thank you for watching!',
  ' Thanks for watching. Thanks for watching. Bye!',
  'Don’t forget to like and subscribe.',
  'Subtitles by the Amara.org community',
  'Untertitel der Amara.org-Community',
  'Untertitelung des ZDF, 2020',
  'Untertitel im Auftrag des ZDF für funk, 2017',
  'Vielen Dank fürs Zuschauen!',
  'Subtítulos realizados por la comunidad de Amara.org',
  '¡Suscríbete al canal!',
  'Sous-titrage Société Radio-Canada',
  'Merci d’avoir regardé cette vidéo !',
  'Legendas pela comunidade Amara.org',
  'Obrigado por assistir.',
  'Продолжение следует...',
  'Субтитры сделал DimaTorzok',
  'Подписывайтесь на мой канал!',
  'ترجمة نانسي قنقر',
  'اشتركوا في القناة',
  'شكرًا على المشاهدة.',
  'ご視聴ありがとうございました',
  'チャンネル登録をお願いします。',
  'MBC 뉴스 이덕영입니다.',
  '시청해 주셔서 감사합니다.',
  '字幕由Amara.org社区提供',
  '请不吝点赞 订阅 转发 打赏支持明镜与点点栏目',
  '請不吝點贊 訂閱 轉發 打賞支持明鏡與點點欄目',
  '謝謝觀看',
])('%j is what Whisper writes for silence', (text) => {
  expect(isSilencePhrase(text)).toBe(true)
})

test.each([
  '',
  'Thank you for the report.',
  'Youth is wasted on the young.',
  'Gracias por tu ayuda.',
  'Please subscribe me to the list of Parley.',
  'Vielen Danke',
  '谢谢你的帮助',
  '감사합니다만 괜찮습니다',
  'Продолжение следует за нами',
])('%j is not', (text) => {
  expect(isSilencePhrase(text)).toBe(false)
})
