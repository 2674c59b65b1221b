import { fetchModelList, type ListedModel } from '../../model/model-list.ts'
import { chooseServer, type ServerOptions } from '../../model/server.ts'

/** The models of a server whose id or name contains every word of the text, by id. */
export async function listModels(
  options: ServerOptions,
  text: string,
): Promise<{ host: string; models: ListedModel[] }> {
  const server = chooseServer(options)
  const words = text.toLowerCase().split(/\s+/)
  const models = (await fetchModelList(server))
    .filter(({ id, name }) => words.every(word => `${id} ${name}`.toLowerCase().includes(word)))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return { host: server.host, models }
}
