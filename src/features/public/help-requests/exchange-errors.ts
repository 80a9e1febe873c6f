/** What people read whose link or form doesn't work. */
export const EXCHANGE_ERRORS = {
  LINK_NOT_FOUND: { status: 404, message: "This link isn’t complete, or the request isn’t kept anymore." },
  MESSAGE_MISSING: { status: 400, message: "Write something first." },
  REQUEST_FULL: { status: 409, message: "This exchange is full. Send a new request." },
} as const;
