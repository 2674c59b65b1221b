import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { highlighterFor, SCRIPT, STYLE } from './assets.ts'

function luminance(colour: string): number {
  const channels = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return (channels[0] ?? 0) * 0.2126 + (channels[1] ?? 0) * 0.7152 + (channels[2] ?? 0) * 0.0722
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const themes = [...STYLE.matchAll(/:root \{(.*?)\}/gs)].map(
  ([, block = '']) =>
    new Map([...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name = '', colour = '']) => [name, colour])),
)

describe('the style', () => {
  it('has enough contrast on every background, in light, dark and print (WCAG AA)', () => {
    const backgrounds: Record<string, string[]> = {
      ink: ['paper', 'panel', 'caution', 'h1', 'h2', 'h3', 'h4', 'h5'],
      soft: ['paper', 'panel', 'caution', 'floor'],
      accent: ['paper', 'panel', 'caution'],
      right: ['paper', 'panel'],
      wrong: ['paper', 'panel'],
      'on-heat': ['h6', 'h7'],
      keyword: ['panel'],
      string: ['panel'],
      number: ['panel'],
      comment: ['panel'],
    }
    assert.equal(themes.length, 3)
    for (const theme of themes) {
      for (const [text, list] of Object.entries(backgrounds)) {
        for (const background of list) {
          const ratio = contrast(theme.get(text) ?? '', theme.get(background) ?? '')
          assert.ok(
            ratio >= 4.5,
            `${text} ${theme.get(text)} on ${background} ${theme.get(background)}: ${ratio.toFixed(2)}`,
          )
        }
      }
    }
  })

  it('cannot end its own element', () => {
    assert.doesNotMatch(STYLE, /<\//)
  })
})

describe('the script', () => {
  it('joins all modules of its folder, and has no import left', () => {
    const folder = join(import.meta.dirname, 'client')
    for (const file of globSync('*.js', { cwd: folder })) {
      const opening = readFileSync(join(folder, file), 'utf8').split('\n')[0] ?? ''
      assert.match(opening, /^\/\/ /, file)
      assert.ok(SCRIPT.includes(opening), file)
    }
    assert.doesNotMatch(SCRIPT, /^(import|export) /m)
  })

  it('cannot end its own element, and makes no markup', () => {
    assert.doesNotMatch(SCRIPT + highlighterFor(['sql']), /<\/script|<!--/i)
    assert.doesNotMatch(SCRIPT, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\(/)
  })
})

describe('highlighterFor', () => {
  it('has the languages that highlight.js knows, and accepts no path as a language', () => {
    assert.match(highlighterFor(['sql']), /registerLanguage\("sql"/)
    assert.ok(highlighterFor(['sql', 'javascript']).length > highlighterFor(['sql']).length)
    assert.equal(highlighterFor(['', 'no-such', '../es/core', '../../../package']), '')
  })
})
