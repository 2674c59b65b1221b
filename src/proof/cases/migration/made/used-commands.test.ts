import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { usedCommands } from './used-commands.ts'

const RELATIONS = [
  { name: 'docs' },
  { name: 'doc_readers' },
  { name: 'my_docs', view: 'select id, title from docs' },
  { name: 'few', view: 'select id from my_docs' },
]

function used(...texts: string[]): Record<string, string[]> {
  const found = usedCommands(RELATIONS, texts, undefined)
  return Object.fromEntries(
    [...found].filter(([, commands]) => commands.size > 0).map(([name, own]) => [name, [...own]]),
  )
}

describe('usedCommands', () => {
  it('finds the commands of statements and of functions', () => {
    assert.deepEqual(used('select id from docs', 'update only public.docs set title = 1'), { docs: ['UPDATE'] })
    assert.deepEqual(used('begin delete from /* all */ "doc_readers" r where r.id = old.id; end'), {
      doc_readers: ['DELETE'],
    })
    assert.deepEqual(used('insert into docs (id) values (1) on conflict (id) do update set id = 2'), {
      docs: ['INSERT', 'UPDATE'],
    })
    assert.deepEqual(used('merge into docs d using doc_readers r on true when matched then delete').docs?.length, 3)
  })

  it('takes the lock of a row for an update, which it needs the right of', () => {
    assert.deepEqual(used('select id from docs for update'), { docs: ['UPDATE'] })
  })

  it('follows a view to its tables', () => {
    assert.deepEqual(used('update few set id = 1'), { few: ['UPDATE'], my_docs: ['UPDATE'], docs: ['UPDATE'] })
  })

  it('takes all commands where text is executed, and where an API exposes a table', () => {
    assert.equal(Object.keys(used('begin execute p_text; end')).length, 4)
    const exposed = usedCommands(RELATIONS, [], { relations: ['my_docs'], line: 1 })
    assert.deepEqual([...(exposed.get('docs') ?? [])], ['INSERT', 'UPDATE', 'DELETE'])
    assert.equal(exposed.get('doc_readers')?.size, 0)
  })
})
