import { BODY_BYTES_MAX, PATH_CHARS_MAX, VALUE_CHARS_MAX } from "./rules.ts";

export type Scalar = string | number | boolean | null;
/** A body’s values by their paths, such as `customer.email` and `items.0.name`. */
export type FlatBody = Record<string, Scalar>;

const cleanString = (text: string) => text.toWellFormed().replaceAll("\0", "");

function scalarOf(value: unknown): Scalar | undefined {
  if (typeof value === "string") return cleanString(value).slice(0, VALUE_CHARS_MAX).toWellFormed();
  // JSON has no negative zero.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  return typeof value === "boolean" || value === null ? value : undefined;
}

/** All values of an object or a form, each under its path. The first one of a path counts. */
export function flattenBody(body: object): FlatBody {
  const flat = new Map<string, Scalar>();
  const walk = (value: unknown, path: string) => {
    const scalar = scalarOf(value);
    // Objects can’t have this as a plain name.
    if (path.includes("__proto__") || path.length > PATH_CHARS_MAX) return;
    if (scalar !== undefined) {
      if (path !== "" && !flat.has(path)) flat.set(path, scalar);
      return;
    }
    for (const [name, inner] of Object.entries(value as object))
      walk(inner, path === "" ? cleanString(name) : `${path}.${cleanString(name)}`);
  };
  walk(body, "");
  return Object.fromEntries(flat);
}

/** As many values, in their order, as there’s room for. */
export function cutBody(flat: FlatBody): FlatBody {
  const kept: [string, Scalar][] = [];
  let bytes = 2;
  for (const [path, value] of Object.entries(flat)) {
    bytes += new TextEncoder().encode(`${JSON.stringify(path)}:${JSON.stringify(value)},`).length;
    if (bytes > BODY_BYTES_MAX) break;
    kept.push([path, value]);
  }
  return Object.fromEntries(kept);
}

/** The text at a path. Empty if there’s none. */
export function textAt(flat: FlatBody, path: string): string {
  const value = path !== "" && Object.hasOwn(flat, path) ? flat[path] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
