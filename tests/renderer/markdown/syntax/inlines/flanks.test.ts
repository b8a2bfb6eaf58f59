import { describe, expect, test } from 'vitest'
import { read } from './readInlines.ts'

describe('East Asian text', () => {
  test.each([
    ['**注意：**正文继续。', '<strong>注意：</strong>正文继续。'],
    ['含**「重点」**内容。', '含<strong>「重点」</strong>内容。'],
    ['含**“重点”**内容。', '含<strong>“重点”</strong>内容。'],
    ['**历经10年发展，**年收入增长。', '<strong>历经10年发展，</strong>年收入增长。'],
    [
      '**日本語の文章（括弧付き）。**この文が続きます。',
      '<strong>日本語の文章（括弧付き）。</strong>この文が続きます。',
    ],
    ['한국어**[강조]**한국어', '한국어<strong>[강조]</strong>한국어'],
    ['**마크다운(Markdown)**은', '<strong>마크다운(Markdown)</strong>은'],
    ['~~删除的文字（带括号）。~~这个句子', '<del>删除的文字（带括号）。</del>这个句子'],
    ['*这是斜体文字（带括号）。*这句子', '<em>这是斜体文字（带括号）。</em>这句子'],
    ['请看**`npm start`**命令', '请看<strong><code>npm start</code></strong>命令'],
    ['価格は**￥500**です', '価格は<strong>￥500</strong>です'],
    ['他说***“好”***吗', '他说<em><strong>“好”</strong></em>吗'],
    ['𠮷**（可）**𠮷', '𠮷<strong>（可）</strong>𠮷'],
    ['变量_名称_不变', '变量_名称_不变'],
    ['a**(b)**c', 'a**(b)**c'],
  ])('%j', (text, html) => {
    expect(read(text)).toBe(html)
  })
})

describe('single tildes', () => {
  test.each([
    '保证金 5~7U × 杠杆 100~200倍，也就是 8~9点。',
    'Make a fix (~2000 lines) and delete the old file (~5000 lines).',
    'It takes ~3~5 minutes. Between ~1.34 and ~5.4.',
    '3~ 5 days, 10~ 12 days',
    '~$5 or 6€~ each',
    '好的~谢谢~再见',
    'from ~/a to ~/b',
    '早上~晚上~',
  ])('%j stays as it is', (text) => {
    expect(read(text)).toBe(text)
  })

  test.each([
    ['~gone~, ~(gone too)~', '<del>gone</del>, <del>(gone too)</del>'],
    ['~~$5~~ $4', '<del>$5</del> $4'],
    ['5~~7~~8', '5<del>7</del>8'],
  ])('%j strikes', (text, html) => {
    expect(read(text)).toBe(html)
  })
})
