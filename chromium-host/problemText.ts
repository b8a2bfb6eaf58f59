import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  oldestMajorVersion,
  type BrowserProblem,
  type BrowserProblemKind,
} from './browserProblem.ts'

/** `{browser}`, `{version}` and `{oldest}` are replaced; `fix` stands before a command. */
type Texts = Record<BrowserProblemKind | 'fix', string>

const english: Texts = {
  missing:
    'Parley shows its windows with Chromium, Google Chrome or Microsoft Edge, version {oldest} or newer. None was found on this computer.',
  tooOld: '{browser} is version {version}. Parley needs version {oldest} or newer.',
  noSandbox:
    'The sandbox of {browser}, which protects this computer from web pages, isn’t available. Parley doesn’t start without it.',
  failed: '{browser} did not start.',
  fix: 'This command mends it:',
}

const textsOfLanguage: Readonly<Record<string, Texts>> = {
  en: english,
  ar: {
    missing:
      'يعرض Parley نوافذه بواسطة Chromium أو Google Chrome أو Microsoft Edge بالإصدار {oldest} أو أحدث. لم يُعثر على أي منها على هذا الحاسوب.',
    tooOld: 'إصدار {browser} هو {version}. يحتاج Parley إلى الإصدار {oldest} أو أحدث.',
    noSandbox:
      'بيئة العزل في {browser}، التي تحمي هذا الحاسوب من صفحات الويب، غير متاحة. لا يبدأ Parley من دونها.',
    failed: 'تعذّر بدء {browser}.',
    fix: 'هذا الأمر يصلح ذلك:',
  },
  de: {
    missing:
      'Parley zeigt seine Fenster mit Chromium, Google Chrome oder Microsoft Edge ab Version {oldest}. Auf diesem Computer wurde keines davon gefunden.',
    tooOld: '{browser} hat Version {version}. Parley braucht Version {oldest} oder neuer.',
    noSandbox:
      'Die Sandbox von {browser}, die diesen Computer vor Webseiten schützt, ist nicht verfügbar. Ohne sie startet Parley nicht.',
    failed: '{browser} ist nicht gestartet.',
    fix: 'Dieser Befehl behebt es:',
  },
  es: {
    missing:
      'Parley muestra sus ventanas con Chromium, Google Chrome o Microsoft Edge, versión {oldest} o posterior. No se encontró ninguno en este equipo.',
    tooOld: '{browser} es la versión {version}. Parley necesita la versión {oldest} o posterior.',
    noSandbox:
      'El entorno aislado de {browser}, que protege este equipo de las páginas web, no está disponible. Parley no se inicia sin él.',
    failed: '{browser} no se inició.',
    fix: 'Este comando lo soluciona:',
  },
  fr: {
    missing:
      'Parley affiche ses fenêtres avec Chromium, Google Chrome ou Microsoft Edge, version {oldest} ou ultérieure. Aucun n’a été trouvé sur cet ordinateur.',
    tooOld:
      '{browser} est en version {version}. Parley nécessite la version {oldest} ou ultérieure.',
    noSandbox:
      'Le bac à sable de {browser}, qui protège cet ordinateur des pages web, n’est pas disponible. Parley ne démarre pas sans lui.',
    failed: '{browser} n’a pas démarré.',
    fix: 'Cette commande y remédie :',
  },
  ja: {
    missing:
      'Parley のウィンドウの表示には Chromium、Google Chrome、Microsoft Edge のいずれか（バージョン {oldest} 以降）が必要ですが、このコンピューターには見つかりませんでした。',
    tooOld:
      '{browser} のバージョンは {version} です。Parley にはバージョン {oldest} 以降が必要です。',
    noSandbox:
      'Web ページからこのコンピューターを守る {browser} のサンドボックスを利用できないため、Parley を起動しません。',
    failed: '{browser} を起動できませんでした。',
    fix: '次のコマンドで解決できます:',
  },
  ko: {
    missing:
      'Parley 창을 표시하려면 Chromium, Google Chrome 또는 Microsoft Edge {oldest} 이상이 필요하지만 이 컴퓨터에서 찾을 수 없습니다.',
    tooOld: '{browser}의 버전은 {version}입니다. Parley에는 {oldest} 이상이 필요합니다.',
    noSandbox:
      '웹 페이지로부터 이 컴퓨터를 보호하는 {browser}의 샌드박스를 사용할 수 없습니다. Parley는 샌드박스 없이 시작하지 않습니다.',
    failed: '{browser}을(를) 시작하지 못했습니다.',
    fix: '다음 명령으로 해결할 수 있습니다:',
  },
  pt: {
    missing:
      'O Parley mostra suas janelas com o Chromium, o Google Chrome ou o Microsoft Edge, versão {oldest} ou posterior. Nenhum foi encontrado neste computador.',
    tooOld: '{browser} está na versão {version}. O Parley precisa da versão {oldest} ou posterior.',
    noSandbox:
      'A área isolada do {browser}, que protege este computador de páginas da Web, não está disponível. O Parley não inicia sem ela.',
    failed: '{browser} não iniciou.',
    fix: 'Este comando resolve:',
  },
  ru: {
    missing:
      'Для окон Parley нужен Chromium, Google Chrome или Microsoft Edge версии {oldest} или новее. На этом компьютере ничего из этого не найдено.',
    tooOld: 'Версия {browser} — {version}. Для Parley нужна версия {oldest} или новее.',
    noSandbox:
      'Песочница {browser}, которая защищает компьютер от веб-страниц, недоступна. Без неё Parley не запускается.',
    failed: 'Не удалось запустить {browser}.',
    fix: 'Это исправит команда:',
  },
  'zh-CN': {
    missing:
      'Parley 需要 Chromium、Google Chrome 或 Microsoft Edge {oldest} 或更高版本来显示窗口，但在这台电脑上没有找到。',
    tooOld: '{browser} 的版本是 {version}。Parley 需要 {oldest} 或更高版本。',
    noSandbox:
      '{browser} 的沙盒可保护这台电脑免受网页侵害，但目前不可用。没有它，Parley 不会启动。',
    failed: '{browser} 未能启动。',
    fix: '用这条命令可以解决：',
  },
  'zh-TW': {
    missing:
      'Parley 需要 Chromium、Google Chrome 或 Microsoft Edge {oldest} 或更新版本來顯示視窗，但在這部電腦上找不到。',
    tooOld: '{browser} 的版本是 {version}。Parley 需要 {oldest} 或更新版本。',
    noSandbox:
      '{browser} 的沙箱可保護這部電腦不受網頁侵害，但目前無法使用。沒有它，Parley 不會啟動。',
    failed: '{browser} 無法啟動。',
    fix: '用這個指令可以解決：',
  },
}

/** Returns a problem as text for the user: a sentence, what Chromium wrote, and the command. */
export function problemText(
  { kind, facts }: BrowserProblem,
  languages: readonly string[],
  system: string = readSystem(),
): string {
  const texts = textsFor(languages)
  const sentence = texts[kind]
    .replace('{browser}', nameOf(facts.executable ?? 'chromium'))
    .replace('{version}', facts.version ?? '')
    .replace('{oldest}', String(oldestMajorVersion))
  const command = commandFor(kind, system)
  const written = kind === 'failed' ? (facts.errors ?? []).slice(-5) : []
  return [sentence, ...written, ...(command ? ['', texts.fix, command] : [])].join('\n')
}

const names: readonly [program: RegExp, name: string][] = [
  [/^chromium/, 'Chromium'],
  [/^(google-)?chrome/, 'Google Chrome'],
  [/^microsoft-edge/, 'Microsoft Edge'],
]

function nameOf(executable: string): string {
  const program = basename(executable)
  return names.find(([pattern]) => pattern.test(program))?.[1] ?? program
}

function textsFor(languages: readonly string[]): Texts {
  for (const tag of languages) {
    const { language, region, script } = new Intl.Locale(tag).maximize()
    const chinese = script === 'Hant' || region === 'TW' ? 'zh-TW' : 'zh-CN'
    const texts = textsOfLanguage[language === 'zh' ? chinese : language]
    if (texts) return texts
  }
  return english
}

/** Returns the ids of the Linux distribution and those that it resembles; empty elsewhere. */
function readSystem(): string {
  try {
    const lines = readFileSync('/etc/os-release', 'utf8').split('\n')
    return lines.filter((line) => /^ID(_LIKE)?=/.test(line)).join(' ')
  } catch {
    return ''
  }
}

interface Commands {
  install: string
  update: string
  sandbox: string
}

/** Ubuntu's own Chromium is a snap, which may not read Parley's folder. */
const chromeForUbuntu =
  'wget https://dl.google.com/linux/direct/google-chrome-stable_current_amd64.deb && sudo apt install ./google-chrome-stable_current_amd64.deb'
const unconfined = 'sudo sysctl kernel.unprivileged_userns_clone=1'
const commandsOf: readonly [id: RegExp, commands: Commands][] = [
  [/ubuntu/, { install: chromeForUbuntu, update: chromeForUbuntu, sandbox: chromeForUbuntu }],
  [
    /debian/,
    {
      install: 'sudo apt install chromium chromium-sandbox',
      update: 'sudo apt update && sudo apt install chromium',
      sandbox: 'sudo apt install chromium-sandbox',
    },
  ],
  [
    /fedora|rhel/,
    {
      install: 'sudo dnf install chromium',
      update: 'sudo dnf upgrade chromium',
      sandbox: unconfined,
    },
  ],
  [
    /suse/,
    {
      install: 'sudo zypper install chromium',
      update: 'sudo zypper update chromium',
      sandbox: unconfined,
    },
  ],
  [/arch/, { install: 'sudo pacman -S chromium', update: 'sudo pacman -Syu', sandbox: unconfined }],
]

function commandFor(kind: BrowserProblemKind, system: string): string | undefined {
  const commands = commandsOf.find(([id]) => id.test(system))?.[1]
  if (kind === 'missing') return commands?.install
  if (kind === 'tooOld') return commands?.update
  return kind === 'noSandbox' ? commands?.sandbox : undefined
}
