import type { ApiError } from "../api-error.ts";

export type FieldOf<Values> = (refusal: ApiError, values: Values) => string | undefined;

/** Returns the fields that an error response names, with the server's message for each. */
export function apiFieldErrors<Values extends object>(
  refusal: ApiError | undefined,
  values: Values,
  fieldOf?: FieldOf<Values>,
): [field: string, message: string][] {
  if (!refusal) return [];
  const { field, fields } = (refusal.data ?? {}) as { field?: unknown; fields?: Record<string, string> };
  const isOurs = (name: string) => (name.split(".")[0] ?? "") in values;
  const known = Object.entries(fields ?? {}).filter(([name]) => isOurs(name));
  if (known.length > 0) return known;
  const named =
    fieldOf?.(refusal, values) ?? (typeof field === "string" && isOurs(field) ? field : undefined);
  return named === undefined ? [] : [[named, refusal.message]];
}
