// Runs in a thread of its own; see run/audit.ts.

import { serveJobs } from '../../lib/threads/serve-jobs.ts'
import type { ClassifierScore } from '../../shortcuts.ts'
import { type ClassifierJob, scoreClassifier } from './classifiers.ts'

serveJobs<ClassifierJob, ClassifierScore>({ work: scoreClassifier })
