import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { walk, walkTree } from './walk-tree.ts'

const TREE = [{ SelectStmt: { targetList: [{ ResTarget: { name: 'a' } }], whereClause: { A_Const: {} }, op: 'NONE' } }]

describe('walkTree', () => {
  it('enters every object, parents first, with the keys from the object around it', () => {
    const entered: string[] = []
    walkTree(TREE, '', (object, keys, outer) => {
      const path = [outer, ...keys].filter(key => key !== '').join('.')
      entered.push(`${path}: ${Object.keys(object)}`)
      return path
    })
    assert.deepEqual(entered, [
      '0: SelectStmt',
      '0.SelectStmt: targetList,whereClause,op',
      '0.SelectStmt.targetList.0: ResTarget',
      '0.SelectStmt.targetList.0.ResTarget: name',
      '0.SelectStmt.whereClause: A_Const',
      '0.SelectStmt.whereClause.A_Const: ',
    ])
  })

  it('leaves out what is inside an object that is not to be entered', () => {
    const entered: string[] = []
    walkTree(TREE, true, object => {
      entered.push(...Object.keys(object))
      return 'ResTarget' in object ? undefined : true
    })
    assert.deepEqual(entered, ['SelectStmt', 'targetList', 'whereClause', 'op', 'ResTarget', 'A_Const'])
  })
})

describe('walk', () => {
  it('names the field of each object, and passes over the items of lists', () => {
    const names: string[] = []
    walk(TREE, name => names.push(name))
    assert.deepEqual(names, ['SelectStmt', 'ResTarget', 'whereClause', 'A_Const'])
  })
})
