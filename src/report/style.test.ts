import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { style } from './style.ts'

/** WCAG 2.2, relative luminance of an sRGB colour such as #1b1f23. */
function luminance(colour: string): number {
  const hex = colour.length === 4 ? colour.replace(/[\da-f]/g, '$&$&') : colour
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(start => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map(channel => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((first, second) => first - second)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The colours of the light, the dark and the printed page. */
const themes = [...style.matchAll(/:root \{[^}]*--paper[^}]*\}/g)].map(
  ([block]) =>
    new Map([...block.matchAll(/--([\w-]+): (#[\da-f]+);/g)].map(([, name = '', colour = '']) => [name, colour])),
)

describe('style', () => {
  it('has text that can be read on every ground, in light, dark and print (WCAG AA)', () => {
    assert.equal(themes.length, 3)
    for (const theme of themes) {
      for (const text of ['ink', 'soft', 'accent', 'right', 'wrong']) {
        for (const ground of ['paper', 'panel', 'caution']) {
          const ratio = contrast(theme.get(text) ?? '', theme.get(ground) ?? '')
          assert.ok(ratio >= 4.5, `${text} ${theme.get(text)} on ${ground} ${theme.get(ground)}: ${ratio.toFixed(2)}`)
        }
      }
    }
  })

  it('cannot end its own element', () => {
    assert.doesNotMatch(style, /<\//)
  })
})
