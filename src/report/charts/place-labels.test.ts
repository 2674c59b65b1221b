import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeLabels } from './place-labels.ts'

const SIZE = { width: 400, height: 300, fontSize: 12 }

describe('placeLabels', () => {
  it('puts a label to the right of its point, or to the left at the edge', () => {
    const labels = placeLabels(
      [
        { x: 100, y: 100, text: 'one' },
        { x: 395, y: 200, text: 'two' },
      ],
      SIZE,
    )
    assert.deepEqual(
      labels.map(({ x, align, isFar }) => ({ x, align, isFar })),
      [
        { x: 109, align: 'left', isFar: false },
        { x: 386, align: 'right', isFar: false },
      ],
    )
  })

  it('lets no two labels overlap, and leaves out a label without free space', () => {
    const points = Array.from({ length: 200 }, (_, nth) => ({ x: 200 + (nth % 5), y: 150, text: `model-${nth}` }))
    const labels = placeLabels(points, SIZE)
    assert.ok(labels.length > 5 && labels.length < 200, String(labels.length))
    assert.equal(new Set(labels.map(({ x, y, align }) => `${x} ${y} ${align}`)).size, labels.length)
    assert.ok(labels.every(({ y }) => y >= 0 && y <= 300))
  })
})
