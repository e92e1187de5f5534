import type { MeasurementTask } from '../../../../creation/task.ts'
import type { MeasuredGif } from '../../../../media/media-engine.ts'
import { readRequest } from './task-rows.ts'

/* The request of a measurement: the options to measure, replaced by the result once it is done. */

type WrittenMeasurement = Pick<MeasurementTask, 'sourceId' | 'creation'>

export function writeMeasurement({ sourceId, creation }: WrittenMeasurement): string {
  return JSON.stringify({ sourceId, creation })
}

export function readMeasurement(json: string): WrittenMeasurement {
  const { sourceId, creation } = JSON.parse(json) as WrittenMeasurement
  return { sourceId, creation: { ...creation, request: readRequest(JSON.stringify(creation.request)) } }
}

export function writeMeasured(measured: MeasuredGif): string {
  return JSON.stringify({ measured })
}

export function readMeasured(json: string): MeasuredGif {
  return (JSON.parse(json) as { measured: MeasuredGif }).measured
}
