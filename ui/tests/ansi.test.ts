import { describe, expect, it } from 'vitest'
import { parseSpans } from '../src/lib/ansi'

const texts = (text: string) => parseSpans(text).spans.map((span) => span.text)

describe('program output', () => {
  it('keeps plain text whole', () => {
    expect(texts('a <script>alert(1)</script>\tb\nc')).toEqual(['a <script>alert(1)</script>\tb\nc'])
  })

  it('knows colours', () => {
    const spans = parseSpans('\x1b[1;31mred\x1b[0m \x1b[38;5;208mfoo\x1b[48;2;1;2;300mbar\x1b[39;49m.').spans
    expect(spans.map(({ text }) => text)).toEqual(['red', ' ', 'foo', 'bar', '.'])
    expect(spans[0]!.look).toEqual({ bold: true, colour: 'red' })
    expect(spans[2]!.look.colour).toBe('#ff8700')
    expect(spans[3]!.look).toEqual({ colour: '#ff8700', background: '#0102ff' })
    expect(spans[4]!.look).toEqual({})
  })

  it('continues with the style at the end of the last text', () => {
    expect(parseSpans('b', parseSpans('\x1b[92ma').look).spans[0]!.look.colour).toBe('bright-green')
  })

  it('shows control characters instead of obeying them', () => {
    expect(texts('a\x07b\x00')).toEqual(['a', '^G', 'b', '^@'])
    expect(texts('\x1b[2Jx')).toEqual(['^[', '[2Jx'])
    expect(texts('a\u202eb\x9b')).toEqual(['a', '<202E>', 'b', '<009B>'])
    expect(texts('a\r\nb\rc')).toEqual(['a\nb', '^M', 'c'])
  })

  it('survives nonsense', () => {
    expect(texts('\x1b[38;5mx')).toEqual(['x'])
    expect(texts('\x1b[38;2;999;;7mx\x1b[1000000m')).toEqual(['x'])
    expect(parseSpans('x'.repeat(1_000_000)).spans).toHaveLength(1)
  })
})
