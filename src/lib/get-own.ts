/**
 * Returns a record's own value under a name that users chose. A plain lookup would also find inherited
 * properties such as `constructor`.
 */
export function getOwn<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
