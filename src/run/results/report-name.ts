/** By local time: `report_2026-03-01_09-05-00.html`. */
export function reportName(now: Date, ending: string): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('-')
  return `report_${date}_${time}.${ending}`
}
