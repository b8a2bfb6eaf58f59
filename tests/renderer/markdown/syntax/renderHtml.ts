import { createBlockParser } from '../../../../src/renderer/markdown/syntax/blocks/blockParser.ts'
import type { BlockParser } from '../../../../src/renderer/markdown/syntax/blocks/blockParser.ts'
import { parseInlines } from '../../../../src/renderer/markdown/syntax/inlines/parseInlines.ts'
import type { Block, List, Table } from '../../../../src/renderer/markdown/syntax/tree.ts'
import { escapeHtml, renderInlines } from './renderInlines.ts'

/** Returns a text's HTML in the form of CommonMark's and GitHub's examples. */
export function renderHtml(markdown: string): string {
  const parser = createBlockParser()
  parser.append(markdown)
  parser.end()
  return renderBlocks(parser.document.children, createReader(parser), false)
}

type Read = (text: string) => string

function createReader({ links, footnotes }: BlockParser): Read {
  return (text) =>
    renderInlines(
      parseInlines(text, {
        growing: false,
        findLink: (label) => links.get(label),
        hasFootnote: (label) => footnotes.has(label),
        hasSource: () => false,
      }),
    )
}

function renderBlocks(blocks: readonly Block[], read: Read, isTight: boolean): string {
  return blocks.map((block) => renderBlock(block, read, isTight)).join('')
}

function renderBlock(block: Block, read: Read, isTight: boolean): string {
  switch (block.type) {
    case 'paragraph':
      return isTight ? `${read(block.text)}\n` : `<p>${read(block.text)}</p>\n`
    case 'heading':
      return `<h${block.level}>${read(block.text)}</h${block.level}>\n`
    case 'thematicBreak':
      return '<hr />\n'
    case 'blockquote':
      return `<blockquote>\n${renderBlocks(block.children, read, false)}</blockquote>\n`
    case 'code': {
      const language = /^\S+/.exec(block.info)?.[0]
      const attribute = language ? ` class="language-${escapeHtml(language)}"` : ''
      const code = block.lines.map((line) => `${escapeHtml(line)}\n`).join('')
      return `<pre><code${attribute}>${code}</code></pre>\n`
    }
    case 'html':
      return `${block.html}\n`
    case 'list':
      return renderList(block, read)
    case 'table':
      return renderTable(block, read)
    case 'math':
      return `<math>${escapeHtml(block.tex)}</math>\n`
    case 'alert':
      return `<div class="${block.kind}">\n${renderBlocks(block.children, read, false)}</div>\n`
    case 'details': {
      const open = block.open ? ' open' : ''
      const body = renderBlocks(block.children, read, false)
      return `<details${open}>\n<summary>${read(block.summary)}</summary>\n${body}</details>\n`
    }
    case 'footnoteDefinition':
      return `<aside>\n${renderBlocks(block.children, read, false)}</aside>\n`
    case 'listItem':
      throw new Error('An item outside of a list')
  }
}

function renderList(list: List, read: Read): string {
  const name = list.start === undefined ? 'ul' : 'ol'
  const start = list.start === undefined || list.start === 1 ? '' : ` start="${list.start}"`
  const items = list.children.map(({ children, task }) => {
    const box = task
      ? `<input${task === 'done' ? ' checked=""' : ''} disabled="" type="checkbox"> `
      : ''
    const first = children[0]
    const opensLine = first && !(list.tight && first.type === 'paragraph')
    const body = renderBlocks(children, read, list.tight)
    const isTextLast = list.tight && children.at(-1)?.type === 'paragraph'
    return `<li>${box}${opensLine ? '\n' : ''}${isTextLast ? body.trimEnd() : body}</li>\n`
  })
  return `<${name}${start}>\n${items.join('')}</${name}>\n`
}

const htmlAlignments = { start: 'left', center: 'center', end: 'right' }

function renderTable({ alignments, header, rows }: Table, read: Read): string {
  const row = (cells: readonly string[], name: string): string => {
    const content = cells.map((cell, index) => {
      const alignment = alignments[index]
      const attribute = alignment ? ` align="${htmlAlignments[alignment]}"` : ''
      return `<${name}${attribute}>${read(cell)}</${name}>\n`
    })
    return `<tr>\n${content.join('')}</tr>\n`
  }
  const body = rows.map((cells) => row(cells, 'td')).join('')
  const bodyElement = body && `<tbody>\n${body}</tbody>\n`
  return `<table>\n<thead>\n${row(header, 'th')}</thead>\n${bodyElement}</table>\n`
}
