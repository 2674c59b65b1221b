import type { ModelIdentity } from '../domain.ts'

/**
 * The shortest name that tells each contestant from the others of its prompt: `model`, `model @ host`, or that with its
 * parameters. In the order in which they were given.
 */
export function contestantNames(contestants: { model: ModelIdentity; prompt: string }[]): string[] {
  return contestants.map(({ model, prompt }) => {
    const others = contestants.filter(other => other.prompt === prompt && other.model.name === model.name)
    if (others.length === 1) return model.name
    const sameHost = others.filter(other => other.model.host === model.host)
    return sameHost.length === 1 ? `${model.name} @ ${model.host}` : `${model.name} @ ${model.host} ${model.parameters}`
  })
}
