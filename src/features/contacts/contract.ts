import { LIST_ERRORS } from "#src/lib/list.ts";

export const CONTACT_ERRORS = {
  CONTACT_NOT_FOUND: { status: 404, message: "Lead not found" },
  ...LIST_ERRORS,
} as const;
