// Program output with ANSI colours, split into spans. It is always rendered as text, never as markup.

export type Look = {
  colour?: string // a name such as "red" or "bright-red" of our palette, or #rrggbb
  background?: string
  bold?: boolean
  faint?: boolean
  italic?: boolean
  underline?: boolean
  inverse?: boolean
}
export type Span = { text: string; look: Look; control: boolean }

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']
const ESCAPE = /\x1b\[([0-9;:]*)m/y
// C0 and C1 controls except tab and newline, DEL, and invisible or bidirectional formatting characters.
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

/** Return the spans of a text, and the style at its end. */
export function parseSpans(text: string, look: Look = {}): { spans: Span[]; look: Look } {
  const spans: Span[] = []
  let [plain, at] = ['', 0]
  const flush = () => {
    if (plain) spans.push({ text: plain, look, control: false })
    plain = ''
  }
  for (;;) {
    CONTROL.lastIndex = at
    const next = CONTROL.exec(text)?.index ?? text.length
    plain += text.slice(at, next)
    if (next === text.length) break
    at = next + 1
    if (text.startsWith('\r\n', next)) continue
    flush()
    ESCAPE.lastIndex = next
    const escape = ESCAPE.exec(text)
    if (escape) {
      look = applySgr(look, escape[1]!)
      at = next + escape[0].length
    } else spans.push({ text: visibleControl(text[next]!), look, control: true })
  }
  flush()
  return { spans, look }
}

/** Control characters as terminals show them (^G, ^[); others by code point. */
function visibleControl(control: string): string {
  const code = control.charCodeAt(0)
  if (code < 0x20 || code === 0x7f) return `^${String.fromCharCode(code ^ 0x40)}`
  return `<${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

/** Return the style after an SGR (select graphic rendition) sequence; unknown codes are ignored. */
function applySgr(before: Look, parameters: string): Look {
  const codes = parameters.split(/[;:]/).map(Number)
  let look = { ...before }
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!
    const [tens, ones] = [Math.floor(code / 10), code % 10]
    if (code === 0) look = {}
    else if (code === 1) look.bold = true
    else if (code === 2) look.faint = true
    else if (code === 3) look.italic = true
    else if (code === 4) look.underline = true
    else if (code === 7) look.inverse = true
    else if (code === 22) look = { ...look, bold: false, faint: false }
    else if (code === 23) look.italic = false
    else if (code === 24) look.underline = false
    else if (code === 27) look.inverse = false
    else if (code === 38 || code === 48) {
      const { colour, used } = extendedColour(codes.slice(i + 1))
      look[code === 38 ? 'colour' : 'background'] = colour
      i += used
    } else if (code === 39) delete look.colour
    else if (code === 49) delete look.background
    else if (tens === 3 && ones < 8) look.colour = NAMES[ones]!
    else if (tens === 4 && ones < 8) look.background = NAMES[ones]!
    else if (tens === 9 && ones < 8) look.colour = `bright-${NAMES[ones]}`
    else if (tens === 10 && ones < 8) look.background = `bright-${NAMES[ones]}`
  }
  return look
}

/** Parse one of 256 colours (5;n) or a true colour (2;r;g;b). */
function extendedColour([kind, ...rest]: number[]): { colour: string | undefined; used: number } {
  if (kind === 2) return { colour: rgb(rest.slice(0, 3)), used: 4 }
  const n = rest[0] ?? 0
  if (kind !== 5) return { colour: undefined, used: 0 }
  if (n < 8) return { colour: NAMES[n], used: 2 }
  if (n < 16) return { colour: `bright-${NAMES[n - 8]}`, used: 2 }
  if (n >= 232) return { colour: rgb(Array<number>(3).fill(8 + (n - 232) * 10)), used: 2 }
  const level = (i: number) => (i ? 55 + i * 40 : 0)
  const cube = n - 16
  return { colour: rgb([level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)]), used: 2 }
}

function rgb(channels: number[]): string {
  return `#${channels
    .map((c) =>
      Math.min(255, c || 0)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
