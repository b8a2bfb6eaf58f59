import type { MarkdownHost } from '../../../src/renderer/markdown/host.ts'

/** A picture that the host fails at, as long as it is to. */
export const failingSource = '/attachments/failing'

/** A host without an app: nothing is opened, saved or fetched, but remembered. */
export function createEnglishHost(
  remember: (what: string, value: string) => void,
  imageAddress: () => string | undefined = () => undefined,
  isFailing: () => boolean = () => false,
): MarkdownHost {
  return {
    openLink: (address) => remember('openLink', address),
    copyText: (text) => {
      remember('copyText', text)
      return Promise.resolve(true)
    },
    saveFile: (name) => remember('saveFile', name),
    openPreview: ({ fileName }) => remember('openPreview', fileName),
    ownImage: (source) => {
      if (source === failingSource && isFailing()) throw new Error('The host has failed')
      return source.startsWith('/attachments/') ? source : undefined
    },
    loadImage: (address) => {
      remember('loadImage', address)
      const own = imageAddress()
      if (own !== undefined) return Promise.resolve(own)
      return Promise.reject(new Error('There is no network here'))
    },
    openSource: (number) => remember('openSource', String(number)),
    formatNumber: String,
    askToFix: (source, problem) => remember('askToFix', `${problem}\n${source}`),
    labels: {
      code: 'Code',
      copyCode: 'Copy code',
      copied: 'Copied',
      copyFailed: 'Couldn’t copy',
      wrapLines: 'Wrap lines',
      saveCode: 'Save code',
      previewCode: 'Preview',
      showAllLines: (hidden) => `Show ${hidden} more lines`,
      showFewerLines: 'Collapse code',
      showDiagram: 'Show diagram',
      showSource: 'Show source',
      saveDiagram: 'Save diagram',
      drawDiagram: 'Draw diagram',
      diagram: 'Diagram',
      diagramFailed: 'Can’t draw this diagram',
      diagramFailedAt: (line) => `Can’t draw this diagram: line ${line}`,
      askToFix: 'Ask the model to fix it',
      formula: 'Formula',
      formulaTooLarge: 'Too large to display',
      table: 'Table',
      image: 'Image',
      loadImage: (host) => `Load image from ${host}`,
      imageLoading: 'Loading image…',
      imageFailed: 'Couldn’t load the image',
      enlargeImage: 'Enlarge image',
      taskOpen: 'Not done',
      taskDone: 'Done',
      openSource: (number, name) => `Source ${number}: ${name}`,
      footnotes: 'Footnotes',
      footnote: (number) => `Footnote ${number}`,
      closeFootnote: 'Close footnote',
      details: 'Details',
      textFailed: 'An error prevented this text from being formatted.',
      tryAgain: 'Try again',
      alerts: {
        note: 'Note',
        tip: 'Tip',
        important: 'Important',
        warning: 'Warning',
        caution: 'Caution',
      },
    },
  }
}
