const hostsOfAuthors: Record<string, string[]> = {
  openai: ['OpenAI', 'Azure'],
  anthropic: ['Anthropic', 'Amazon Bedrock', 'Google'],
  google: ['Google', 'Google AI Studio'],
  qwen: ['Alibaba', 'DeepInfra', 'Together'],
  deepseek: ['DeepSeek', 'DeepInfra'],
  'meta-llama': ['DeepInfra', 'Together', 'Groq'],
}

/** The names of the hosts that serve a model, the usual one first. A request names them by their slug, see `hostSlug`. */
export function hostsOf(id: string): string[] {
  return hostsOfAuthors[id.split('/')[0] ?? ''] ?? ['DeepInfra']
}

/** 'Amazon Bedrock' is 'amazon-bedrock' in a request. */
export function hostSlug(host: string): string {
  return host.toLowerCase().replaceAll(' ', '-')
}
