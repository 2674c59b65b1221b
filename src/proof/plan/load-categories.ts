// For reports, which need no more of proof.yaml than this: the schema and its library would take longer to load than the
// file takes to read.

import { readProofText } from './read-proof-text.ts'
import { entriesOf, readYaml, Scalar, valueAt } from './schema/yaml-tree.ts'

/** The category of each rule in the proof.yaml of a folder, as far as it can be read. */
export function loadCategories(directory: string): Map<string, string> {
  const { text } = readProofText(directory)
  const tree = text === undefined ? undefined : readYaml(text).tree
  return new Map(
    entriesOf(valueAt(tree, 'rules')).flatMap(([id, rule]): [string, string][] => {
      const category = valueAt(rule, 'category')
      return category instanceof Scalar && category.text ? [[id, category.text]] : []
    }),
  )
}
