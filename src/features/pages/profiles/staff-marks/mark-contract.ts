export const MARK_ERRORS = {
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  LINK_NOT_FOUND: { status: 404, message: "Link not found" },
  MARK_REASON_MISSING: { status: 400, message: "Say why. The owner reads it." },
  OWNER_IS_STAFF: {
    status: 403,
    message: "Only the founder can decide about pages of others who run this instance.",
  },
} as const;
