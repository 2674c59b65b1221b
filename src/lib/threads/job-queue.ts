/** Jobs that wait for a thread, by group and in order. */
export interface JobQueue<Job> {
  add(job: Job, group: string, isNext: boolean): void
  /**
   * The next job for a thread whose last job was of the group `last`, with its group: of the same group while there are
   * any, then of a group that no other thread works on, then of the group with most jobs.
   */
  take(last: string | undefined, groupsAtWork: ReadonlySet<string>): { job: Job; group: string } | undefined
  /** Takes all jobs out. */
  clear(): Job[]
}

export function createJobQueue<Job>(): JobQueue<Job> {
  const groups = new Map<string, Job[]>()

  function groupFor(last: string | undefined, groupsAtWork: ReadonlySet<string>): string | undefined {
    if (last !== undefined && groups.has(last)) return last
    const waiting = [...groups]
    const [free] = waiting.find(([group]) => !groupsAtWork.has(group)) ?? []
    const [longest] = waiting.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
    return free ?? longest
  }

  return {
    add(job, group, isNext) {
      const jobs = groups.get(group) ?? []
      groups.set(group, jobs)
      if (isNext) jobs.unshift(job)
      else jobs.push(job)
    },
    take(last, groupsAtWork) {
      const group = groupFor(last, groupsAtWork)
      const jobs = group === undefined ? undefined : groups.get(group)
      const job = jobs?.shift()
      if (group === undefined || job === undefined) return undefined
      if (jobs?.length === 0) groups.delete(group)
      return { job, group }
    },
    clear() {
      const jobs = [...groups.values()].flat()
      groups.clear()
      return jobs
    },
  }
}
