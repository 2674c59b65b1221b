/** Why a thread gives no answer to its job: it could not be started, it died, or its watchdog ended it. */
export class ThreadError extends Error {
  override name = 'ThreadError'
  readonly kind: 'not started' | 'died' | 'ended'

  constructor(kind: ThreadError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
