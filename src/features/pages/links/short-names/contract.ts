/* The name below `/go/` that a link's owner chooses, as the API has it. */
import * as z from "zod";

export const SHORT_NAME_ERRORS = {
  SHORT_NAME_INVALID: {
    status: 400,
    message: "Short names have 3 to 40 characters: a–z, digits, and single hyphens between them.",
  },
  SHORT_NAME_RESERVED: { status: 400, message: "That short name is reserved. Try another one." },
  SHORT_NAME_TAKEN: { status: 409, message: "That short name is taken. Try another one." },
  LINK_LOOPS: { status: 400, message: "That’s this link’s own short address. Enter where it should lead." },
} as const;

export const shortNameFields = {
  /** What follows `/go/` in its short address, besides its id. */
  short_name: z.string().nullable(),
  /** True if the name works only at the page's own domain, because another account has it everywhere else. */
  is_short_name_own: z.boolean(),
};

export const shortNameInput = {
  /** Null or nothing for none. The one before leads here for 90 more days. */
  short_name: z.string().max(200).nullish(),
};
