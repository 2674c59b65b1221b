import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { datesIn, daysIn, intervalsIn, numbersIn } from './literals.ts'

describe('constants in a text', () => {
  it('are numbers, but no parts of names, parameters or fractions', () => {
    assert.deepEqual(numbersIn('limit least(:n, 50) + v2 - $1 * 0.5 and x = 1000 or y = 50'), [50, 1000])
  })

  it('are intervals in each of their spellings, in dynamic SQL too', () => {
    const code = `now - interval '30 days' or now - '1 Month'::interval or cast('2 weeks' as interval)
      or make_interval(days => 7, hours => 2) or execute 'x > $1 - interval ''24 hours'''`
    assert.deepEqual(intervalsIn(code), ['30 days', '24 hours', '1 month', '2 weeks', '7 days 2 hours'])
  })

  it('are no intervals where they are not', () => {
    assert.deepEqual(intervalsIn("interval 'some time' or interval '%s days'"), [])
  })

  it('are days that are added to a date', () => {
    assert.deepEqual(daysIn(':today - 30 or :today + 7 or 2026-05-04'), ['30 days', '7 days'])
  })

  it('are dates and times', () => {
    assert.deepEqual(datesIn("x = '2026-12-31' or y > '2026-05-04T09:00:00Z'"), ['2026-12-31', '2026-05-04T09:00:00'])
  })
})
