import * as z from "zod";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { priceListSchema } from "#src/features/money/entitlements/prices-contract.ts";
import { idSchema, routesOf, staff, staffPerson, storedMoment, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { REASON_CHARS_MAX } from "./rules.ts";

export const PRICE_ERRORS = {
  /** The message says what’s wrong. */
  PRICES_INVALID: { status: 400, message: "Some prices need fixing." },
  PRICES_UNCHANGED: { status: 409, message: "These are the prices that count already." },
  REASON_MISSING: { status: 400, message: "Say why." },
  PREVIEW_OUTDATED: { status: 409, message: "This has changed since you looked. Look at the new preview." },
  PRICE_LIST_NOT_FOUND: { status: 404, message: "There’s no such price list." },
  /** The message says which days are possible. */
  PRICE_MOVE_DATE_WRONG: { status: 400, message: "Choose another day." },
  PRICE_MOVE_UNNEEDED: { status: 409, message: "That’s the list that everyone buys under already." },
  PRICE_MOVE_PLANNED: {
    status: 409,
    message: "Its accounts are going to be moved already. Call that off first.",
  },
  PRICE_MOVE_NOT_FOUND: { status: 404, message: "There’s no such move." },
  PRICE_MOVE_OVER: { status: 409, message: "It can’t be called off anymore." },
} as const;

const { PREVIEW_OUTDATED, PRICE_LIST_NOT_FOUND, REASON_MISSING } = PRICE_ERRORS;

const listSchema = priceListSchema.extend({
  /** Null for the list that’s built in. */
  published: z.object({ at: z.string(), by: z.string().nullable(), reason: z.string() }).nullable(),
  /** Who pays under it right now. */
  subscribers: z.number(),
});
export type PublishedList = z.infer<typeof listSchema>;

const moveSchema = z.object({
  id: z.string(),
  from_list: z.number(),
  to_list: z.number(),
  moves_at: z.string(),
  made_at: z.string(),
  by: z.string().nullable(),
  reason: z.string(),
  canceled_at: z.string().nullable(),
  told: z.number(),
  moved: z.number(),
});
export type PriceMove = z.infer<typeof moveSchema>;

const pricesSchema = z.object({
  /** The number of the list that counts for whoever buys now. */
  current: z.number(),
  /** Newest first. */
  lists: z.array(listSchema),
  moves: z.array(moveSchema),
});
export type Prices = z.infer<typeof pricesSchema>;

const formShape = {
  tiers: z.array(z.object({ from: z.number(), unit_cents: z.number() })).max(100),
  most_popular_from: z.number(),
};
const previewSchema = z.object({
  /** Sent back to publish exactly this. */
  based_on: z.number(),
  tiers: priceListSchema.shape.tiers,
  /** What some quantities cost by month, before discounts and taxes. */
  examples: z.array(z.object({ units: z.number(), before_cents: z.number(), after_cents: z.number() })),
  /** Who pays under an earlier list, and keeps those prices. */
  subscribers: z.number(),
});
export type PricePreview = z.infer<typeof previewSchema>;

const listNumber = z.int().min(1).max(2_147_483_647);
const movePreviewSchema = z.object({
  from_list: z.number(),
  to_list: z.number(),
  /** All whom it concerns. Sent back to move exactly as many. */
  subscribers: z.number(),
  more: z.number(),
  less: z.number(),
  same: z.number(),
  /** Of all of them by month, before discounts and taxes. */
  before_cents: z.number(),
  after_cents: z.number(),
  /** The first moment that’s possible. Null if nobody could pay more, so that any is. */
  earliest: z.string().nullable(),
});
export type PriceMovePreview = z.infer<typeof movePreviewSchema>;

const reason = writtenText(REASON_CHARS_MAX);
const { get, post, ask } = routesOf("staff");

export const pricesContract = {
  list: staff("settings")
    .route(get("/admin/prices", "The price lists, who published them, and how many people pay under each"))
    .output(pricesSchema),
  preview: staff("settings")
    .route(ask("/admin/prices/preview", "What other prices would come to"))
    .errors(pickErrors(PRICE_ERRORS, "PRICES_INVALID"))
    .input(z.object(formShape))
    .output(previewSchema),
  publish: staffPerson("settings")
    .route(post("/admin/prices", "Publish prices, which count for whoever buys from now on"))
    .errors({
      ...pickErrors(PRICE_ERRORS, "PRICES_INVALID", "PRICES_UNCHANGED"),
      REASON_MISSING,
      PREVIEW_OUTDATED,
      ...REAUTHENTICATION_ERRORS,
    })
    .input(z.object({ ...formShape, based_on: listNumber, reason }))
    .output(pricesSchema),
  previewMove: staff("settings")
    .route(
      ask(
        "/admin/prices/moves/preview",
        "What going over to today’s prices would mean for a list’s accounts",
      ),
    )
    .errors({ PRICE_LIST_NOT_FOUND, ...pickErrors(PRICE_ERRORS, "PRICE_MOVE_UNNEEDED") })
    .input(z.object({ from_list: listNumber }))
    .output(movePreviewSchema),
  move: staffPerson("settings")
    .route(
      post(
        "/admin/prices/moves",
        "Move a list’s accounts to today’s prices from a day on, and tell each of them by e-mail now",
      ),
    )
    .errors({
      PRICE_LIST_NOT_FOUND,
      REASON_MISSING,
      PREVIEW_OUTDATED,
      ...pickErrors(PRICE_ERRORS, "PRICE_MOVE_UNNEEDED", "PRICE_MOVE_PLANNED", "PRICE_MOVE_DATE_WRONG"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(
      z.object({
        from_list: listNumber,
        /** The preview’s. It’s refused if other prices count by now. */
        to_list: listNumber,
        /** The preview’s. */
        subscribers: z.int().min(0),
        moves_at: storedMoment,
        reason,
      }),
    )
    .output(pricesSchema),
  cancelMove: staffPerson("settings")
    .route(
      post(
        "/admin/prices/moves/{id}/cancel",
        "Call a move off before its day, and tell everyone who was told",
      ),
    )
    .errors({
      REASON_MISSING,
      ...pickErrors(PRICE_ERRORS, "PRICE_MOVE_NOT_FOUND", "PRICE_MOVE_OVER"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(z.object({ id: idSchema, reason }))
    .output(pricesSchema),
};
