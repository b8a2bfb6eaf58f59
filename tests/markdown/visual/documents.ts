/** A picture of our own, which needs no network and no decoding of anything large. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Documents that are compared with stored screenshots. */
export const visualDocuments: Record<string, string> = {
  prose: `# Heading one

Some **bold**, *slanted*, ***both*** and ~~struck~~ text with \`code\`, a [link](https://example.org), H<sub>2</sub>O, x<sup>2</sup> and <kbd>Ctrl</kbd>+<kbd>C</kbd>. It is long enough to be broken at every width, so that the line height shows.

## Heading two

1. First, with a line so long that it has to hang below its number at every width
2. Second
   - nested
     - and deeper
10. Tenth

- [x] done
- [ ] open

> A quote.
>
> > With one within.

### Heading three

Inline $e^{i\\pi} + 1 = 0$, and on its own:

$$
\\int_0^\\infty \\frac{x^3}{e^x - 1}\\,dx = \\frac{\\pi^4}{15}
$$

---

![A dot](${picture}) ![Remote](https://example.org/picture.png)
`,
  code: `A block with a language:

\`\`\`ts
/** Adds. */
export function add(first: number, second: number): number {
  const template = \`\${first} and \${second}\` // a comment that is much longer than the block is wide at eighty columns
  return template.length > 3 ? first + second : NaN
}
\`\`\`

One without:

\`\`\`
plain <b>text</b>
\`\`\`

\`\`\`diff
- before
+ after
\`\`\`

- In a list:

  \`\`\`python
  def greet(name: str = "world") -> None:
      print(f"Hello, {name}!")  # says it
  \`\`\`
`,
  tables: `| Left | Centre | Right |
| :--- | :----: | ----: |
| a | **b** | 1 |
| \`code\` | [link](https://example.org) | 12.50 |
| longer text that may be broken | 日本語 | 1,234.75 |

| A | table | that | is | much | wider | than | the | column | it | stands | in |
| - | - | - | - | - | - | - | - | - | - | - | - |
| one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve |
`,
  notes: `Text with a note[^one] and another[^two].

[^one]: The first note.
[^two]: The second, with \`code\`.

> [!NOTE]
> Useful to know.

> [!TIP]
> Do it better.

> [!IMPORTANT]
> Needed for success.

> [!WARNING]
> Mind the gap.

> [!CAUTION]
> It may hurt.

<details open>
<summary>Opened</summary>

- inside

</details>

<details>
<summary>Closed</summary>

hidden

</details>
`,
  rightToLeft: `# مرحبا بالعالم

هذه فقرة **مهمة** فيها \`code\` و [رابط](https://example.org) وكلمة English في الوسط، وهي طويلة بما يكفي لتنكسر إلى عدة أسطر.

1. أولا
2. ثانيا
   - متداخل

- [x] تم

> اقتباس

| الاسم | العدد |
| --- | ---: |
| تفاح | 12 |

## שלום עולם

פסקה בעברית עם *הדגשה*, עם \`const a = 1\` ועם 123.

And a paragraph from left to right between them.

\`\`\`js
const greeting = 'مرحبا' // code goes from left to right
\`\`\`
`,
  asian: `# 中文标题

这是一个段落，里面有**粗体**和\`代码\`，它足够长，在每一种宽度下都要换行。“引号”也在这里。

日本語の段落です。**強調**と\`コード\`があります。禁則処理のために、句読点が行の先頭に来ないことを確かめます。

한국어 문단입니다. **강조**와 \`코드\`가 있고, 낱말은 중간에서 끊어질 수 있습니다.

ภาษาไทยไม่มีช่องว่างระหว่างคำ จึงต้องตัดคำด้วยพจนานุกรม และข้อความนี้ยาวพอที่จะขึ้นบรรทัดใหม่ในทุกความกว้าง

Emoji: 👩‍👩‍👧‍👦 🇩🇪 👍🏽 1️⃣ ❤️

- 第一
- 第二
`,
}
