import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { escapeHtml, type HtmlValue, html, trustedHtml } from './safe-html.ts'

describe('html', () => {
  it('escapes text in elements and in attributes', () => {
    const hostile = `"><script>alert('1 & 2')</script>`
    assert.equal(
      String(html`<p title="${hostile}">${hostile}</p>`),
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;</p>',
    )
  })

  it('leaves what is already safe alone, and escapes nothing twice', () => {
    assert.equal(String(html`<ul>${html`<li>${'a & b'}</li>`}</ul>`), '<ul><li>a &amp; b</li></ul>')
    assert.equal(String(html`<style>${trustedHtml('a > b {}')}</style>`), '<style>a > b {}</style>')
  })

  it('joins lists, nested ones too', () => {
    assert.equal(String(html`${['<', html`<br>`, [1, '>']]}`), '&lt;<br>1&gt;')
  })

  it('shows nothing for null, undefined and false, and shows zero and the empty text', () => {
    assert.equal(String(html`[${null}${undefined}${false}${0}${''}]`), '[0]')
  })

  it('does not take an object that looks safe, as JSON could bring one', () => {
    const forged = JSON.parse('{"markup": "<script>", "Symbol(markup)": "<script>"}') as HtmlValue
    assert.throws(() => html`${forged}`, TypeError)
  })
})

describe('escapeHtml', () => {
  it('makes control characters visible', () => {
    assert.equal(
      escapeHtml('\u0000 \u001b[31m \u0007 \u007f \u0085'),
      '⟨U+0000⟩ ⟨U+001B⟩[31m ⟨U+0007⟩ ⟨U+007F⟩ ⟨U+0085⟩',
    )
  })

  it('makes characters visible that reorder or hide text', () => {
    assert.equal(escapeHtml('a\u202eb\u2066c\u2069\u200f'), 'a⟨U+202E⟩b⟨U+2066⟩c⟨U+2069⟩⟨U+200F⟩')
    assert.equal(escapeHtml('\u200b\ufeff\u2028\u{e0041}'), '⟨U+200B⟩⟨U+FEFF⟩⟨U+2028⟩⟨U+E0041⟩')
  })

  it('leaves tabs, line ends, other alphabets and emoji as they are', () => {
    const text = 'a\tb\r\nc — naïve 表 שלום می‌خواهم 👩‍💻 ✔️'
    assert.equal(escapeHtml(text), text)
  })
})
