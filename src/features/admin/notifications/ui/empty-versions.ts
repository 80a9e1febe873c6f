import type { Versions } from "#src/features/admin/notifications/contract.ts";

const EMPTY = { title: "", text: "", button: "" };
export const EMPTY_VERSIONS: Versions = { en: EMPTY, es: EMPTY };
