import * as z from "zod";
import { BEACON_BODY, idSchema, listOf, member, open, person, routesOf, staff } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS, pageOf } from "#src/lib/list.ts";
import { REFERRAL_VISITS_PATH } from "#src/lib/paths.ts";
import { CODE_CHARS_MAX, CODE_CHARS_MIN, CODES_MAX, POPUP_STATES, REVIEWS } from "./rules.ts";

export const REFERRAL_ERRORS = {
  /** Spec §5. The screen's title for both is “Invalid Referral”. */
  REFERRAL_CODE_UNKNOWN: { status: 400, message: "The referral code you used is not valid." },
  REFERRAL_OWN_CODE: { status: 409, message: "You cannot refer yourself." },
  REFERRAL_NOT_FOUND: { status: 404, message: "That referral isn’t yours." },
  REVIEW_NOT_FOUND: { status: 404, message: "That referral isn’t up for review." },
  REVIEW_DECIDED: { status: 409, message: "Someone else on staff has decided otherwise. Reload to see." },
  CODE_INVALID: {
    status: 400,
    message: `Use ${CODE_CHARS_MIN} to ${CODE_CHARS_MAX} letters, digits, hyphens, and underscores, with a letter or digit at each end.`,
  },
  CODE_RESERVED: { status: 409, message: "That code is reserved. Choose another one." },
  CODE_TAKEN: { status: 409, message: "Someone else has that code. Choose another one." },
  CODE_LIMIT: {
    status: 409,
    message: `You’ve used ${CODES_MAX} codes, which is the limit. Go back to one of yours.`,
  },
} as const;

const referralSchema = z.object({
  id: z.string(),
  status: z.enum(["pending", "completed"]),
  /** Set if it looked made up: `waiting` until staff decide whether it earns anything. */
  review: z.enum(REVIEWS).nullable(),
  referral_code: z.string(),
  /** Slots it has earned this account. */
  reward_amount: z.number(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
});
export type Referral = z.infer<typeof referralSchema>;

const programSchema = pageOf(referralSchema).extend({
  /** The code in the link, or null until one is generated. */
  code: z.string().nullable(),
  /** The other codes, which work too. */
  older_codes: z.array(z.string()),
  link: z.string().nullable(),
  qr_svg: z.string().nullable(),
  stats: z.object({
    /** The number of times that the links were opened. */
    visits: z.number(),
    sign_ups: z.number(),
    completed: z.number(),
    slots_earned: z.number(),
  }),
  /** Slots for each side of a referral that's completed now. */
  reward_slots: z.number(),
  /** False for an account without limits, for which slots are worth nothing right now. */
  has_limits: z.boolean(),
  /** False on an instance that sells nothing, where nobody has limits. */
  has_plans: z.boolean(),
});
export type Program = z.infer<typeof programSchema>;

const standingSchema = z.object({
  /** The signed-in person's own referral, if someone referred them. */
  referral: z.object({ id: z.string(), status: z.enum(["pending", "completed"]) }).nullable(),
  popup: z.enum(POPUP_STATES).nullable(),
  /** Slots for each side of a referral that's completed now. */
  reward_slots: z.number(),
});
export type Standing = z.infer<typeof standingSchema>;

const personSchema = z.object({ id: z.string(), name: z.string(), email: z.string() });

const reviewSchema = z.object({
  id: z.string(),
  review: z.enum(REVIEWS),
  status: z.enum(["pending", "completed"]),
  flags: z.array(z.string()),
  referrer: personSchema,
  /** Null once their account is gone. */
  referred: personSchema.nullable(),
  created_at: z.string(),
  reviewed_at: z.string().nullable(),
});
export type ReviewItem = z.infer<typeof reviewSchema>;

const decided = (review: "approved" | "rejected") => z.object({ id: z.string(), review: z.literal(review) });

const text = z.string().max(500);

/** The fingerprint of spec §7. Only a keyed hash of it is stored, for 30 days. */
export const fingerprintSchema = z.object({
  userAgent: text.optional(),
  language: text.optional(),
  platform: text.optional(),
  screenResolution: text.optional(),
  timezone: text.optional(),
  cookieEnabled: z.boolean().optional(),
  doNotTrack: text.nullish(),
  originalUrl: text.optional(),
  referrer: text.optional(),
});
export type Fingerprint = z.infer<typeof fingerprintSchema>;

/** Anything longer isn't a code. It's looked up like any other and not found. */
const codeText = z.string().max(200);
const { get, ask, post, put } = routesOf("referrals");

export const referralsContract = {
  get: member("referrals.manage")
    .route(
      get(
        "/referrals",
        "Your referral link, its figures, and who came with it, newest first and without names",
      ),
    )
    .errors(LIST_ERRORS)
    .input(z.object({ cursor: z.string().max(4000).optional() }))
    .output(programSchema),
  generateCode: member("referrals.manage")
    .route(
      post(
        "/rpc/generate_referral_code",
        "The account’s referral code as a JSON string; the first call makes one up",
      ),
    )
    .output(z.string()),
  setCode: member("referrals.manage")
    .route(put("/referrals/code", "Choose the code in your link; the ones before keep working"))
    .errors(pickErrors(REFERRAL_ERRORS, "CODE_INVALID", "CODE_RESERVED", "CODE_TAKEN", "CODE_LIMIT"))
    .input(z.object({ code: codeText }))
    .output(z.object({ code: z.string(), link: z.string() })),
  standing: person("account.see")
    .route(get("/referrals/standing", "Whether someone referred you, and whether the referral popup is due"))
    .output(standingSchema),
  attach: person("account.see")
    .route(post("/referrals/attach", "Say whose link brought you here; counts once, for new accounts"))
    .errors(pickErrors(REFERRAL_ERRORS, "REFERRAL_CODE_UNKNOWN", "REFERRAL_OWN_CODE"))
    .input(z.object({ referral_code: codeText, fingerprint: fingerprintSchema.default({}) }))
    .output(
      standingSchema
        .pick({ referral: true, reward_slots: true })
        .extend({ outcome: z.enum(["registered", "ignored"]) }),
    ),
  checkAbuse: person("account.see")
    .route(
      ask(
        "/rpc/check_referral_abuse",
        "Whether it looks as if you and the person who referred you were the same, as a JSON boolean",
      ),
    )
    .errors(pickErrors(REFERRAL_ERRORS, "REFERRAL_NOT_FOUND"))
    .input(
      z.object({
        referred_user_id: idSchema,
        referrer_user_id: idSchema,
        /** Ignored, because the request's own address counts. */
        user_ip: text.nullish(),
        fingerprint: fingerprintSchema.default({}),
      }),
    )
    .output(z.boolean()),
  grantRewards: person("account.see")
    .route(
      post(
        "/rpc/grant_referral_rewards",
        "Complete the referral that brought you here, once your first profile exists",
      ),
    )
    .errors(pickErrors(REFERRAL_ERRORS, "REFERRAL_NOT_FOUND"))
    .input(z.object({ referral_uuid: idSchema }))
    .output(
      z.object({
        status: z.enum(["pending", "completed"]),
        /** Each side's slots from this call or an earlier one. */
        reward_amount: z.number(),
      }),
    ),
  closePopup: person("account.see")
    .route(post("/referrals/popup", "Say that you closed the referral popup, for now or for good"))
    .input(z.object({ never: z.boolean().default(false) }))
    .output(standingSchema),
  recordVisit: open(BEACON_BODY)
    .route(
      post(
        REFERRAL_VISITS_PATH,
        "Count that someone opened a referral link; codes that don’t exist count nowhere",
      ),
    )
    .input(z.object({ code: codeText }))
    .output(z.object({ counted: z.boolean() })),
  listReviews: staff("billing")
    .route(
      get(
        "/referral-reviews",
        "Flagged referrals that wait for staff, or that staff decided about, newest first",
      ),
    )
    .errors(LIST_ERRORS)
    .input(z.object({ review: z.enum(REVIEWS).default("waiting"), cursor: z.string().max(4000).optional() }))
    .output(listOf(reviewSchema)),
  approve: staff("billing")
    .route(post("/referral-reviews/{id}/approve", "Let a flagged referral earn both sides their slots"))
    .errors(pickErrors(REFERRAL_ERRORS, "REVIEW_NOT_FOUND", "REVIEW_DECIDED"))
    .input(z.object({ id: idSchema }))
    .output(decided("approved")),
  reject: staff("billing")
    .route(post("/referral-reviews/{id}/reject", "Let a flagged referral earn nothing"))
    .errors(pickErrors(REFERRAL_ERRORS, "REVIEW_NOT_FOUND", "REVIEW_DECIDED"))
    .input(z.object({ id: idSchema }))
    .output(decided("rejected")),
};
