import * as z from "zod";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { TEAM_ROLES } from "#src/lib/access.ts";
import { idSchema, listOf, member, person, routesOf, sentence } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { OFFER_DAYS } from "./rules.ts";

export const HANDOVER_ERRORS = {
  FOUNDER_STAYS: {
    status: 409,
    message: "You’re the founder of this instance, so its first account stays yours.",
  },
  MEMBER_UNFIT: { status: 409, message: "They’re not on your team. Reload to see who is." },
  HANDOVER_GONE: {
    status: 410,
    message: "This offer no longer stands: it was taken back, answered, or has expired.",
  },
} as const;

const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
});

const candidateSchema = personSchema.extend({
  role: z.enum(TEAM_ROLES),
  /** The reason why they can't take over, as a sentence, or null if they can. */
  obstacle: sentence().nullable(),
});
export type Candidate = z.infer<typeof candidateSchema>;

const handoverSchema = z.object({
  /** The reason why this account can't be transferred at all, as a sentence. */
  refusal: sentence().nullable(),
  candidates: z.array(candidateSchema),
  offer: z
    .object({ to: personSchema, is_staying: z.boolean(), created_at: z.string(), expires_at: z.string() })
    .nullable(),
});
export type Handover = z.infer<typeof handoverSchema>;

const offerSchema = z.object({
  id: z.string(),
  owner: personSchema,
  /** True if the owner stays on the team, as an admin. */
  is_staying: z.boolean(),
  expires_at: z.string(),
  /** The reason why you can't take over, as a sentence, or null if you can. */
  obstacle: sentence().nullable(),
});
export type HandoverOffer = z.infer<typeof offerSchema>;

export const offerHandoverSchema = z.object({ member_id: idSchema, is_staying: z.boolean() });

const byId = z.object({ id: idSchema });
const { get, post, del } = routesOf("team");
const GONE = pickErrors(HANDOVER_ERRORS, "HANDOVER_GONE");

export const handoverContract = {
  get: member("account.delete")
    .route(get("/team/handover", "Whether the account can be handed over, and to whom"))
    .output(handoverSchema),
  offer: member("account.delete")
    .route(
      post(
        "/team/handover",
        `Offer the whole account to a member for ${OFFER_DAYS} days, in place of any earlier offer`,
      ),
    )
    .errors({ ...REAUTHENTICATION_ERRORS, ...pickErrors(HANDOVER_ERRORS, "FOUNDER_STAYS", "MEMBER_UNFIT") })
    .input(offerHandoverSchema)
    .output(handoverSchema),
  revoke: member("account.delete")
    .route(del("/team/handover", "Take the offer back"))
    .errors(GONE)
    .output(handoverSchema),
  offers: person("account.see")
    .route(get("/team/handover/offers", "Accounts that you’re offered"))
    .output(listOf(offerSchema)),
  accept: person("account.see")
    .route(
      post(
        "/team/handover/accept",
        "Take over an account. Your own ends, and your user id becomes the account’s",
      ),
    )
    .errors({
      ...REAUTHENTICATION_ERRORS,
      ...pickErrors(HANDOVER_ERRORS, "HANDOVER_GONE", "MEMBER_UNFIT"),
    })
    .input(byId)
    .output(z.object({ account: z.string(), name: z.string() })),
  decline: person("account.see")
    .route(post("/team/handover/decline", "Decline an account"))
    .errors(GONE)
    .input(byId)
    .output(z.object({ declined: z.literal(true) })),
};
