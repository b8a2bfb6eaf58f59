/**
 * Phrases that Whisper writes for sound without speech, in the languages of its training: the last
 * lines of subtitles. Normalized like the output of `plain`, without punctuation and accents.
 */
const phrases = [
  // English.
  'thank you for watching',
  'thank you for watching this video',
  'thank you so much for watching',
  'thank you very much for watching',
  'thanks for watching',
  'thank you',
  'thank you very much',
  'thanks for listening',
  'please subscribe',
  'please subscribe to my channel',
  'please subscribe to the channel',
  'like and subscribe',
  'dont forget to like and subscribe',
  'see you next time',
  'see you in the next video',
  'ill see you in the next video',
  'bye',
  'you',
  'the end',
  // German.
  'vielen dank',
  'vielen dank furs zuschauen',
  'vielen dank fur ihre aufmerksamkeit',
  'danke furs zuschauen',
  'bis zum nachsten mal',
  'tschuss',
  // Spanish.
  'gracias',
  'muchas gracias',
  'gracias por ver',
  'gracias por ver el video',
  'muchas gracias por ver el video',
  'suscribete',
  'suscribete al canal',
  'no olvides suscribirte',
  'hasta la proxima',
  'nos vemos en el proximo video',
  // French.
  'merci',
  'merci davoir regarde',
  'merci davoir regarde cette video',
  'merci davoir regarde la video',
  'abonnez vous',
  'noubliez pas de vous abonner',
  'a bientot',
  // Portuguese.
  'obrigado',
  'obrigado por assistir',
  'obrigada por assistir',
  'inscreva se no canal',
  'ate a proxima',
  'ate o proximo video',
  'tchau',
  // Russian.
  'продолжение следует',
  'спасибо за просмотр',
  'спасибо за внимание',
  'подписывайтесь на канал',
  'подписывайтесь на мои канал',
  'ставьте лаики и подписываитесь на канал',
  'до новых встреч',
  'до свидания',
  'всем пока',
  'спасибо',
  // Arabic.
  'شكرا',
  'شكرا لكم',
  'شكرا على المشاهدة',
  'شكرا للمشاهدة',
  'شكرا لكم على المشاهدة',
  'اشتركوا في القناة',
  'لا تنسوا الاشتراك في القناة',
  'الى اللقاء',
  // Japanese.
  'ご視聴ありがとうございました',
  'ご視聴ありがとうございます',
  'ご清聴ありがとうございました',
  '最後までご視聴いただきありがとうございます',
  '最後までご視聴いただきありがとうございました',
  '最後までご視聴頂き有難うございました',
  'チャンネル登録お願いします',
  'チャンネル登録をお願いします',
  'チャンネル登録をお願いいたします',
  'チャンネル登録よろしくお願いします',
  'ありがとうございました',
  'おやすみなさい',
  // Korean.
  '시청해 주셔서 감사합니다',
  '시청해주셔서 감사합니다',
  '구독과 좋아요 부탁드립니다',
  '다음 영상에서 만나요',
  '다음 시간에 만나요',
  '감사합니다',
  // Chinese.
  '谢谢观看',
  '谢谢大家观看',
  '谢谢大家',
  '感谢观看',
  '感谢您的观看',
  '感谢收看',
  '多谢收看',
  '谢谢',
  '下期再见',
  '我们下期再见',
  '请不吝点赞',
  '订阅',
  '转发',
  '打赏支持明镜与点点栏目',
  '謝謝觀看',
  '謝謝大家',
  '感謝觀看',
  '感謝您的觀看',
  '感謝收看',
  '多謝收看',
  '謝謝',
  '下期再見',
  '請不吝點贊',
  '訂閱',
  '轉發',
  '打賞支持明鏡與點點欄目',
]
  .map(plain)
  // The longest first: some begin like others.
  .sort((one, other) => other.length - one.length)

/** Credits, which name other people and years each time. */
const credits =
  /amara ?org|^(?:untertitel|subtitles? (?:by|provided)|sous titr|subtitulos|legendas? (?:por|pela|adriana)|субтитры|редактор субтитров|ترجمة |자막|한글자막|mbc 뉴스|字幕|中文字幕|優優獨播劇場|优优独播剧场|明镜需要您的支持|明鏡需要您的支持)/u
const maxCreditCharacters = 100

/** Tells whether a text is nothing but what Whisper writes for silence. People say some of it too. */
export function isSilencePhrase(text: string): boolean {
  let rest = plain(text)
  if (rest === '') return false
  if (rest.length <= maxCreditCharacters && credits.test(rest)) return true
  while (rest !== '') {
    const phrase = phrases.find((known) => rest === known || rest.startsWith(known))
    if (phrase === undefined) return false
    const next = rest.slice(phrase.length)
    // A word of a spaced script must end there.
    if (/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hangul}]/u.test(next)) {
      return false
    }
    rest = next.trimStart()
  }
  return true
}

/** Returns the words in lower case, without accents and with single spaces for what is no word. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+|['’]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]+/gu, ' ')
    .trim()
}
