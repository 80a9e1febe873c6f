/** What a record holds under a name that people chose. Every object has a `constructor` that nobody put there. */
export function getOwn<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
