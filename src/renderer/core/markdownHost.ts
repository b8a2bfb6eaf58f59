import type { TFunction } from 'i18next'
import type { MarkdownHost } from '../markdown/host.ts'
import { copyText } from '../ui/controls/copyText.ts'
import { formatNumber } from '../ui/formatAmount.ts'
import { api } from './bridge.ts'
import { attempt } from './failures.ts'
import { saveText } from './saveText.ts'

/** Returns the functions that Markdown needs from this app. */
export function createMarkdownHost(
  t: TFunction,
  locale: string,
  openSource: MarkdownHost['openSource'],
  askToFix?: MarkdownHost['askToFix'],
): MarkdownHost {
  const number = (value: number): string => formatNumber(locale, value)
  return {
    openSource,
    askToFix,
    copyText,
    saveFile: saveText,
    formatNumber: number,
    openLink: (url) => attempt(api.app.openExternal({ url })),
    ownImage: (source) => (source.startsWith('/attachments/') ? source : undefined),
    loadImage: async (url) => {
      const { address } = await api.app.fetchImage({ url })
      return address
    },
    labels: {
      code: t('markdown.code.name'),
      copyCode: t('markdown.code.copy'),
      copied: t('markdown.copy.copied'),
      copyFailed: t('markdown.copy.failed'),
      wrapLines: t('markdown.code.wrap'),
      saveCode: t('markdown.code.save'),
      previewCode: t('markdown.code.preview'),
      showAllLines: (count) => t('markdown.code.showAll', { count }),
      showFewerLines: t('markdown.code.showFewer'),
      showDiagram: t('markdown.diagram.show'),
      showSource: t('markdown.diagram.showSource'),
      saveDiagram: t('markdown.diagram.save'),
      drawDiagram: t('markdown.diagram.draw'),
      diagram: t('markdown.diagram.name'),
      diagramFailed: t('markdown.diagram.failed'),
      diagramFailedAt: (line) => t('markdown.diagram.failedAt', { line: number(line) }),
      askToFix: t('markdown.diagram.askToFix'),
      formula: t('markdown.formula'),
      formulaTooLarge: t('markdown.formulaTooLarge'),
      table: t('markdown.table'),
      image: t('markdown.image.name'),
      loadImage: (host) => t('markdown.image.load', { host }),
      imageLoading: t('markdown.image.loading'),
      imageFailed: t('markdown.image.failed'),
      enlargeImage: t('markdown.image.enlarge'),
      taskOpen: t('markdown.task.open'),
      taskDone: t('markdown.task.done'),
      openSource: (number, title) => t('chat.sources.open', { number, title }),
      footnotes: t('markdown.footnote.all'),
      footnote: (index) => t('markdown.footnote.open', { number: number(index) }),
      closeFootnote: t('markdown.footnote.close'),
      details: t('markdown.details'),
      textFailed: t('markdown.failed'),
      tryAgain: t('markdown.tryAgain'),
      alerts: {
        note: t('markdown.alert.note'),
        tip: t('markdown.alert.tip'),
        important: t('markdown.alert.important'),
        warning: t('markdown.alert.warning'),
        caution: t('markdown.alert.caution'),
      },
    },
  }
}
