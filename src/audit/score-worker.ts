import { parentPort } from 'node:worker_threads'
import { type ClassifierJob, scoreClassifier } from './classifiers.ts'

parentPort?.on('message', (job: ClassifierJob) => parentPort?.postMessage(scoreClassifier(job)))
