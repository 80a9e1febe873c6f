/** A merge tag such as `{{ contact.name }}`: a thing, and what’s known about it. */
const TAG = /\{\{\s*(contact|event|rule|run)\.([\w.-]+)\s*\}\}/g;

/** Things by name, each with what's known about it. */
type Data = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Fills in the merge tags of a JSON text. Where one is inside of a string, its value is escaped; where it stands alone,
 * it's a value of JSON: text in quotes, numbers and lists as they are. What isn't known is empty, or null.
 */
export function fillTags(body: string, data: Data): string {
  return body.replace(TAG, (...found: [tag: string, thing: string, name: string, at: number]) => {
    const [, thing, name, at] = found;
    const things = data[thing] ?? {};
    const value = Object.hasOwn(things, name) ? things[name] : undefined;
    if (!isInString(body.slice(0, at))) return JSON.stringify(value ?? null);
    const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
    return JSON.stringify(text).slice(1, -1);
  });
}

/** True if a JSON text ends within a string. */
function isInString(before: string): boolean {
  const quotes = before.replace(/\\./gs, "").match(/"/g);
  return (quotes?.length ?? 0) % 2 === 1;
}

/** What's wrong with a body, or undefined. */
export function bodyProblem(body: string): string | undefined {
  if (body.trim() === "") return undefined;
  const left = body.replace(TAG, "");
  if (/\{\{|\{%/.test(left)) return "The body has a merge tag that we don’t know.";
  try {
    JSON.parse(fillTags(body, {}));
    return undefined;
  } catch {
    return "The body isn’t JSON.";
  }
}
