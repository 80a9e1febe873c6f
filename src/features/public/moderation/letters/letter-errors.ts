export const LETTER_ERRORS = {
  LETTER_NOT_FOUND: { status: 404, message: "This link has expired, or it isn’t complete." },
  REPORT_NOT_FOUND: {
    status: 404,
    message: "There’s no report with this number and address. Check both, or use the link you got.",
  },
  ANSWER_MISSING: { status: 400, message: "Write something first." },
} as const;
