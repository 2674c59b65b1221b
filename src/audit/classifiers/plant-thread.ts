// Runs in a thread of its own; see run/audit.ts.

import { serveJobs } from '../../lib/threads/serve-jobs.ts'
import type { Plant } from '../../shortcuts.ts'
import { findSmallestPlant, type PlantJob } from './plants.ts'

serveJobs<PlantJob, Plant>({ work: findSmallestPlant })
