// Places names beside points so that no name covers another. Vega's own label transform needs a canvas, and Node has none.

export interface LabelledPoint {
  x: number
  y: number
  text: string
}

export interface PlacedLabel {
  /** The position of the text: of its left end when `align` is left. */
  x: number
  y: number
  text: string
  align: 'left' | 'right' | 'center'
  /** The label is far from its point, and a line connects them. */
  isFar: boolean
  pointX: number
  pointY: number
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const RADIUS = 6
const DISTANCES = [9, 20, 32, 46, 62]
/** In order of preference: a label beside its point is the easiest to read. */
const DIRECTIONS: [number, number][] = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [0.8, -0.8],
  [0.8, 0.8],
  [-0.8, -0.8],
  [-0.8, 0.8],
]

/** Places one label after the other; the most important point comes first. A point without free space gets no label. */
export function placeLabels(
  points: LabelledPoint[],
  { width, height, fontSize }: { width: number; height: number; fontSize: number },
): PlacedLabel[] {
  const taken: Box[] = points.map(({ x, y }) => ({
    left: x - RADIUS,
    right: x + RADIUS,
    top: y - RADIUS,
    bottom: y + RADIUS,
  }))
  const placed: PlacedLabel[] = []
  for (const point of points) {
    const candidates = DISTANCES.flatMap(distance =>
      DIRECTIONS.map(direction => toCandidate(point, direction, distance, fontSize)),
    )
    const free = candidates.find(
      ({ box }) =>
        box.left >= 0 &&
        box.right <= width &&
        box.top >= 0 &&
        box.bottom <= height &&
        !taken.some(other => overlap(box, other)),
    )
    if (!free) continue
    taken.push(free.box)
    placed.push(free.label)
  }
  return placed
}

function toCandidate(
  { x, y, text }: LabelledPoint,
  [right, down]: [number, number],
  distance: number,
  fontSize: number,
) {
  // An estimate: names are mostly small letters, digits and hyphens.
  const width = [...text].length * fontSize * 0.56
  const at = { x: x + right * distance, y: y + down * (distance + 3) }
  const align = right > 0 ? 'left' : right < 0 ? 'right' : 'center'
  const left = align === 'left' ? at.x : align === 'right' ? at.x - width : at.x - width / 2
  const box = { left, right: left + width, top: at.y - fontSize * 0.6, bottom: at.y + fontSize * 0.6 }
  const label: PlacedLabel = { ...at, text, align, isFar: distance > 9, pointX: x, pointY: y }
  return { box, label }
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
