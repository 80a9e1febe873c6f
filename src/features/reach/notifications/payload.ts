/** Picks the parts of an event's payload that sentences need: words and numbers, and no ids. */
export function dataOf(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { role, from, to, left, why } = payload;
  const kept = Object.entries({ role, from, to, left, why });
  return Object.fromEntries(
    kept.filter(([, value]) => typeof value === "number" || (typeof value === "string" && value.length < 40)),
  );
}
