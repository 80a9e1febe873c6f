export const LETTER_ERRORS = {
  LETTER_NOT_FOUND: { status: 404, message: "This link has expired, or it isn’t complete." },
  ANSWER_MISSING: { status: 400, message: "Write something first." },
} as const;
