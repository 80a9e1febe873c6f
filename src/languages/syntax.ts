/** A node of ESTree, with JSX and TypeScript. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** The name of a callee or property: `replace` for `text.replace`. Empty for anything without a name. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  const { name, property, value } = node;
  return property ? nameOf(property) : String(name ?? value ?? "");
}
