import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Locale } from '../../src/shared/languages.ts'

const translated = ['ja-JP', 'ko-KR', 'zh-CN', 'zh-TW', 'ru-RU', 'ar-SA'] as const
type Translated = (typeof translated)[number]
type Tree = { [name: string]: string | Tree }

/** Words that a reader takes for something else on the screens they stand on, with the reason. */
const misread: Record<Translated, readonly [reason: string, misread: RegExp][]> = {
  'ja-JP': [
    ['a window is ウインドウ', /ウィンドウ/],
    ['a default is デフォルト', /既定/],
    ['free software is no freeware', /フリーソフト/],
    ['a notice of a license is no notification', /に関する通知|通知を検索/],
    ['unread marks chats, not images', /未読(?!み)/],
    ['a key is an API key: hotkeys are ホットキー', /(?<!ホット)キーを(?:選|解除|設定)/],
    ['a button 確認 says OK', /^確認$/],
    ['音声 is a voice: a file is 音声ファイル', /^音声として/],
    ['a program does not open a folder to somebody', /プログラムにも?は?開きません/],
  ],
  'ko-KR': [
    ['a button 확인 says OK', /^확인$/],
    ['추가 작업 is another job', /추가 작업/],
    ['a provider is 제공자', /공급자/],
    ['models are 로드, images are 불러오기', /모델을? 불러/],
    ['a region is 리전', /지역/],
    ['a key is an API key: hotkeys are 단축키', /^(?:다른 )?키 선택$|(?<!단축)키 설정$/],
    ['a model that is retired has not quit', /(?<!지원이 )종료되었|^종료됨$|^곧 종료$/],
  ],
  'zh-CN': [
    ['卸载 is uninstalling', /卸载/],
    ['会话 is a chat, unless it is a login', /(?<!登录)会话(?!令牌)/],
    ['更新版本 is also to update: newer is 较新', /更新版本/],
    ['代理 is also an agent', /代理(?!服务器)/],
    ['注意 is a warning', /^注意$/],
    ['活动 is also an event', /^活动$|搜索活动$/],
    ['one word for this computer', /这台电脑|你的电脑/],
    ['one word for words, restarting and accounts', /字词|重启|账号/],
    ['应用按键 reads as keys of apps', /允许应用按键/],
  ],
  'zh-TW': [
    ['卸載 is uninstalling', /卸載/],
    ['活動 is also an event', /^活動$|搜尋活動$/],
    ['one word for a sandbox, and for an account', /沙箱|帳戶/],
    ['one word for what is not known', /價格不明/],
  ],
  'ru-RU': [
    ['a text of this size, not a chat', /размера будут ваши чаты/],
    ['Предложения are sentences and offers', /^Предложения|нет предложений/],
    ['a process is not a workflow', /(?<!абочий )(?<!абочего )процесс(?![\p{L}])/iu],
    ['Выгрузить is also to upload', /^Выгрузить \{\{name\}\}$/],
    ['a notice of a license is no notification', /Уведомления третьих|по уведомлениям/],
    ['База alone is a database', /^(?:Базы|Новая база|Импортировать базу)$/],
    ['one word for an image, and for an account', /картинк|аккаунт/i],
    ['off is выключен: a microphone is отключён', /отключите|, отключён|отключена/],
  ],
  'ar-SA': [
    ['عرض is width and showing: width is اتساع', /^عرض (?:النص|قائمة المحادثات)$|ملاءمة العرض/],
    ['مضيفات are hostesses', /مضيفات/],
    ['معاملات are dealings: parameters are معلمات', /معامل/],
    ['وكيل is also an agent', /(?<!خادم (?:ال)?)وكيل/],
    ['مدمجة is built in', /مدمجة/],
    ['متوقف has stopped: off is غير مفعّل', /متوقف(?!ة? مؤقتًا)/],
    ['تشغيل runs: to turn on is تفعيل', /^تشغيل(?: \{\{name\}\})?$/],
    ['إلغاء تحميل cancels a download', /إلغاء تحميل/],
    ['إضافة is a plugin and adding', /^إضافة جديدة$|الإضافات اللاحقة/],
    ['قاعدة alone is a rule', /^(?:استيراد قاعدة|قاعدة جديدة|إدارة القواعد)$/],
    ['a notice of a license is no notification', /إشعارات الجهات|في الإشعارات/],
    ['صيغة alone is a format', /^صيغة$/],
    ['تحريك is moving', /^تحريك$/],
    ['a source of a diagram is no source of an answer', /^عرض المصدر$/],
    ['quotation marks are « »', /[“”]/],
    [
      'Parley and providers are masculine',
      /(?:تستمع|تسأل|رفضت) (?:Parley|\{\{provider\}\})|المزوّدات/,
    ],
  ],
}

/** Texts that say something else with the same word, and say it right. */
const readsRight: readonly string[] = ['speech.recordings.play', 'plugins.tester.run']

/** One term for one thing: whatever English says with the first, a language says with its own. */
const terms: readonly [thing: RegExp, terms: Record<Translated, RegExp>][] = [
  [/\bhotkeys?\b/i, of(/ホットキー/, /단축키/, /热键/, /快速鍵/, /лавиш/, /ختصار/)],
  [
    /this computer/i,
    of(/このコンピュータ/, /이 컴퓨터/, /本机/, /這部電腦/, /эт\S+ компьютер/i, /هذا الكمبيوتر/),
  ],
  [/\bjobs?\b/i, of(/ジョブ/, /작업/, /任务/, /工作/, /задач/i, /مهم|مهام/)],
  [/\brecordings?\b/i, of(/録音/, /녹음/, /录音/, /錄音/, /аудиозапис|Идёт запись/i, /تسجيل/)],
  [
    /live conversation/i,
    of(
      /ライブ会話/,
      /실시간 대화/,
      /实时对话/,
      /即時對話/,
      /живо\S+ разговор/i,
      /حادثة (?:ال)?حية|المحادثات الحية/,
    ),
  ],
  [/sandbox/i, of(/サンドボックス/, /샌드박스/, /沙盒/, /沙盒/, /песочниц/, /بيئة معزولة/)],
  [
    /message field/i,
    of(/メッセージ欄/, /메시지 입력란/, /消息框/, /訊息框/, /пол[ея] сообщения/, /حقل الرسالة/),
  ],
  [/\bpassages?\b/i, of(/箇所/, /구절/, /段落/, /段落/, /фрагмент|эмбеддинги/i, /مقطع|مقاطع/)],
  [/\bretire/i, of(/提供を?終了/, /지원/, /下线/, /停止提供/, /с поддержки/, /سُ?حب|سحوب/)],
  [/\bseed/i, of(/シード/, /시드/, /种子/, /種子/, /начальное число/i, /بذرة/)],
  [
    /marketplace/i,
    of(/マーケットプレイス/, /마켓플레이스/, /插件市场/, /外掛市集/, /каталог/i, /متجر/),
  ],
  [/workflow/i, of(/ワークフロー/, /워크플로/, /工作流/, /工作流程/, /процесс/i, /سير (?:ال)?عمل/)],
  [/\bregion\b/i, of(/リージョン/, /리전/, /区域/, /區域/, /регион/i, /منطقة/)],
  [/keychain/i, of(/キーチェーン/, /키체인/, /钥匙串/, /鑰匙圈/, /связк/i, /سلسلة/)],
  [/microphone/i, of(/マイク/, /마이크/, /麦克风/, /麥克風/, /микрофон/i, /ميكروفون/)],
  [/\bdictat/i, of(/音声入力/, /받아/, /听写/, /聽寫/, /диктов|надиктован/i, /ملِ?|مملا/)],
  [
    /context window/i,
    of(
      /コンテキストウ/,
      /컨텍스트 창/,
      /上下文窗口/,
      /上下文視窗/,
      /контекстн/i,
      /نافذة سياق|نافذة السياق/,
    ),
  ],
  [
    /\bAPI keys?\b/,
    of(/API キー/, /API 키/, /API 密钥/, /API 金鑰/, /ключ/i, /مفتاح API|مفاتيح API/),
  ],
  [
    /\bdatabase/i,
    of(/データベース/, /데이터베이스/, /数据库/, /資料庫/, /баз\S+ данных/i, /قاعدة (?:ال)?بيانات/),
  ],
  [
    /\brestart/i,
    of(/再起動/, /다시 시작/, /重新启动/, /重新啟動/, /перезапус/i, /إعادة تشغيل|أعد تشغيل/),
  ],
  [/\bUndo\b/, of(/取り消す/, /실행 취소/, /撤销/, /復原/, /Отменить/, /تراجع/)],
  [/\b(?:this|the) account\b/i, of(/アカウント/, /계정/, /账户/, /帳號/, /учётн/i, /حساب/)],
  [/\binstructions\b/i, of(/指示/, /지침/, /指令/, /指示/, /инструкц/i, /تعليمات/)],
  [/\bhosts?\b/i, of(/ホスト/, /호스트/, /主机/, /主機/, /хост/i, /مضيف/)],
  [
    /speech to text model/i,
    of(
      /文字起こしモデル/,
      /음성 텍스트 변환 모델/,
      /语音转文字模型/,
      /語音轉文字模型/,
      /модель распознавания речи/,
      /لتحويل الكلام إلى نص/,
    ),
  ],
]

function of(
  ...[ja, ko, cn, tw, ru, ar]: readonly [RegExp, RegExp, RegExp, RegExp, RegExp, RegExp]
) {
  return { 'ja-JP': ja, 'ko-KR': ko, 'zh-CN': cn, 'zh-TW': tw, 'ru-RU': ru, 'ar-SA': ar }
}

/** Words beside a model's name, which `errors.unnamed` would repeat. */
const besideModel: Partial<Record<Locale, RegExp>> = {
  'ko-KR': /\{\{model\}\} 모델/,
  'ru-RU': /Модель \{\{model\}\}/,
}

function read(locale: Locale): Map<string, string> {
  const url = new URL(`../../src/renderer/locales/${locale}.json`, import.meta.url)
  const texts = flatten(JSON.parse(readFileSync(url, 'utf8')) as Tree, '')
  // Words that a search finds name things by whatever people call them.
  return new Map(texts.filter(([key]) => !key.startsWith('settings.alsoCalled.')))
}

function flatten(tree: Tree, path: string): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : flatten(value, `${path}${name}.`),
  )
}

/** The sentences of the guide's manual, without the words that a search finds. */
function readManual(locale: Locale): [place: string, text: string][] {
  const url = new URL(`../../resources/guide/${locale}.md`, import.meta.url)
  const lines = readFileSync(url, 'utf8').split('\n')
  return lines
    .map((line, index): [string, string] => [`guide, line ${index + 1}`, line])
    .filter(([, line]) => !/^(?:<!-- keywords|stopWords)/.test(line))
}

test.each(translated)('%s has no word that is taken for something else', (locale) => {
  const texts = [...read(locale), ...readManual(locale)]
  const broken = misread[locale].flatMap(([reason, pattern]) =>
    texts
      .filter(([key, text]) => !readsRight.includes(key) && pattern.test(text))
      .map(([key, text]) => ({ reason, key, text })),
  )
  expect(broken).toEqual([])
})

const english = read('en-US')

test.each(translated)('%s has one term for one thing', (locale) => {
  const broken = [...read(locale)].flatMap(([key, text]) => {
    const base = key.replace(/_(?:zero|one|two|few|many|other)$/, '')
    const source = (english.get(key) ?? english.get(`${base}_other`) ?? '').replace(
      /\{\{\w+\}\}/g,
      '',
    )
    return terms
      .filter(([thing, term]) => thing.test(source) && !term[locale].test(text))
      .map(([thing]) => ({ thing: String(thing), key, text }))
  })
  expect(broken).toEqual([])
})

test.each(Object.entries(besideModel))(
  '%s has errors that read right without a name',
  (locale, pattern) => {
    const texts = [...read(locale as Locale)].filter(([key]) => key.startsWith('errors.'))
    expect(texts.filter(([, text]) => pattern.test(text))).toEqual([])
  },
)
