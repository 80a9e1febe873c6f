import * as z from "zod";
import {
  fileOf,
  idSchema,
  listOf,
  routesOf,
  sentence,
  staff,
  storedMoment,
  writtenText,
} from "#src/lib/endpoint.ts";
import { omitErrors, pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { SIGNAL_KINDS } from "../signal-rules.ts";
import {
  APPEAL_OUTCOMES,
  CASE_REASONS,
  CASE_STATES,
  DECISIONS,
  FACTS_CHARS_MAX,
  GROUNDS,
  QUESTION_CHARS_MAX,
  SEARCH_CHARS_MAX,
} from "./case-rules.ts";

export const CASE_ERRORS = {
  CASE_NOT_FOUND: { status: 404, message: "There’s no such case." },
  CASE_TAKEN: { status: 409, message: "A colleague is working on this case. Take it over first." },
  CASE_CLOSED: { status: 409, message: "This case has been decided already." },
  FACTS_MISSING: { status: 400, message: "Say what you found. The owner reads it." },
  GROUND_MISSING: { status: 400, message: "Choose what it breaks: the law, or the terms of use." },
  QUESTION_MISSING: { status: 400, message: "Write what you want to know." },
  APPEAL_MISSING: { status: 409, message: "Nobody has appealed against this, or it has been decided." },
  APPEAL_OWN: { status: 403, message: "Someone else has to decide about an appeal against your decision." },
  ANSWER_MISSING: { status: 400, message: "Say why. The owner reads it." },
  PAGE_GONE: { status: 409, message: "The page is gone, so there’s nothing to hide or label." },
  OWNER_GONE: { status: 409, message: "The page has no owner anymore, or never had one." },
  LINK_GONE: { status: 409, message: "That link isn’t on the page anymore." },
  END_MISSING: { status: 400, message: "Choose an end in the future." },
  END_LATE: { status: 400, message: "Choose an end within a year, or ban the account." },
  BAN_PROPOSED: {
    status: 409,
    message: "A colleague has to confirm or decline the ban first. Whoever proposed it can withdraw it.",
  },
  PERIOD_EMPTY: { status: 400, message: "Choose an end that’s after the beginning." },
  OWNER_IS_STAFF: {
    status: 403,
    message: "Only the founder can decide about others who run this instance, and nobody about themselves.",
  },
} as const;

const personSchema = z.object({ id: z.string(), name: z.string() });

const caseSchema = z.object({
  id: z.string(),
  number: z.string(),
  /** As the first reporter typed it. */
  username: z.string(),
  state: z.enum(CASE_STATES),
  is_urgent: z.boolean(),
  reports: z.number(),
  /** Further ones that were only counted. */
  refused: z.number(),
  /** The most frequent first. */
  reasons: z.array(z.object({ reason: sentence(), count: z.number() })),
  /** What the instance noticed by itself, and why. */
  signals: z.array(z.object({ signal: z.enum(SIGNAL_KINDS), why: sentence(), created_at: z.string() })),
  created_at: z.string(),
  reported_at: z.string(),
  assignee: personSchema.nullable(),
  decision: z.enum(DECISIONS).nullable(),
  decided_at: z.string().nullable(),
});
export type Case = z.infer<typeof caseSchema>;

const caseDetailSchema = caseSchema.extend({
  page: z.object({ id: z.string(), username: z.string(), name: z.string() }).nullable(),
  owner: z
    .object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      created_at: z.string(),
      /** Why their pages are gone by now, whoever did that. */
      closed: z.enum(["suspended", "leaving"]).nullable(),
    })
    .nullable(),
  links: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
  /** The newest ones. */
  newest: z.array(
    z.object({
      number: z.string(),
      reason: sentence(),
      details: z.string(),
      reporter_email: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
  /** Other cases of the page or its owner. */
  others: z.array(
    caseSchema.pick({
      id: true,
      number: true,
      username: true,
      state: true,
      decision: true,
      decided_at: true,
      created_at: true,
    }),
  ),
  question: z.string().nullable(),
  answer: z.string().nullable(),
  ground: z.enum(GROUNDS).nullable(),
  facts: z.string().nullable(),
  decided_by: personSchema.nullable(),
  /** Why a colleague declined the ban that was proposed last; empty if nobody decided about it in time. */
  ban_declined: z.string().nullable(),
  appeal: z.string().nullable(),
  appeal_outcome: z.enum(APPEAL_OUTCOMES).nullable(),
  appeal_reason: z.string().nullable(),
  /** False for whoever made the decision, if somebody else could look at it. */
  can_decide_appeal: z.boolean(),
});
export type CaseDetail = z.infer<typeof caseDetailSchema>;

const querySchema = z.object({
  /** Part of all states: a case’s number, a report’s number, or how the page’s name begins. */
  q: writtenText(SEARCH_CHARS_MAX).optional(),
  state: z.enum(CASE_STATES).default("open"),
  reason: z.enum(CASE_REASONS).optional(),
  /** Only cases that have waited for at least this long. */
  older_hours: z.coerce.number().int().min(1).max(10_000).optional(),
  assignee: z.enum(["me", "nobody"]).optional(),
  cursor: z.string().max(4000).optional(),
});
export type CaseQuery = z.output<typeof querySchema>;

const moment = z.iso.datetime({ offset: true, error: "Enter a time such as 2027-01-31T00:00:00Z." });

const ofCase = z.object({ id: idSchema });
const { CASE_NOT_FOUND, CASE_TAKEN, CASE_CLOSED } = CASE_ERRORS;
const { get, post, ask } = routesOf("staff");

const decisionSchema = ofCase.extend({
  decision: z.enum(DECISIONS),
  /** Why, as the owner reads it. Everything but “no violation” takes it. */
  facts: writtenText(FACTS_CHARS_MAX).default(""),
  ground: z.enum(GROUNDS).optional(),
  /** The link to hide. */
  link_id: idSchema.optional(),
  /** When a suspension ends. */
  until: storedMoment.optional(),
});
export type Decided = z.output<typeof decisionSchema>;

export const caseContract = {
  listCases: staff("moderation")
    .route(get("/admin/cases", "Reported pages: what’s urgent first, then what has waited longest"))
    .errors(LIST_ERRORS)
    .input(querySchema)
    .output(listOf(caseSchema)),
  exportTransparency: staff("moderation")
    .route(get("/admin/cases/transparency.csv", "The numbers for a transparency report, as CSV"))
    .errors({ PERIOD_EMPTY: CASE_ERRORS.PERIOD_EMPTY })
    .input(z.object({ from: moment.optional(), until: moment.optional() }))
    .output(fileOf("text/csv")),
  getCase: staff("moderation")
    .route(get("/admin/cases/{id}", "A case: its reports, page, links, owner, and earlier cases"))
    .errors({ CASE_NOT_FOUND })
    .input(ofCase)
    .output(caseDetailSchema),
  showCasePage: staff("moderation")
    .route(get("/admin/cases/{id}/page", "A case’s page as visitors see it, without scripts"))
    .errors({ CASE_NOT_FOUND, PAGE_GONE: CASE_ERRORS.PAGE_GONE })
    .input(ofCase)
    .output(z.object({ html: z.string() })),
  claimCase: staff("moderation")
    .route(
      post(
        "/admin/cases/{id}/claim",
        "Take a case, so that nobody else works on it; or take it over from a colleague",
      ),
    )
    .errors({ CASE_NOT_FOUND, CASE_TAKEN, CASE_CLOSED })
    .input(ofCase.extend({ take_over: z.boolean().default(false) }))
    .output(z.object({ assignee: personSchema })),
  releaseCase: staff("moderation")
    .route(post("/admin/cases/{id}/release", "Give a case back to everyone"))
    .errors({ CASE_NOT_FOUND, CASE_TAKEN, CASE_CLOSED })
    .input(ofCase)
    .output(z.object({ released: z.boolean() })),
  resolveCaseLink: staff("moderation")
    .route(ask("/admin/cases/{id}/links/{link_id}/resolve", "Where a link of the page leads, step by step"))
    .errors({ CASE_NOT_FOUND, LINK_GONE: CASE_ERRORS.LINK_GONE })
    .input(ofCase.extend({ link_id: idSchema }))
    .output(
      z.object({
        steps: z.array(z.object({ url: z.string(), status: z.number().nullable() })),
        /** Why it ends early, if it does. */
        problem: sentence().nullable(),
      }),
    ),
  askOwner: staff("moderation")
    .route(post("/admin/cases/{id}/ask", "Ask the page’s owner something, who answers by a link"))
    .errors(
      pickErrors(
        CASE_ERRORS,
        "CASE_NOT_FOUND",
        "CASE_TAKEN",
        "CASE_CLOSED",
        "QUESTION_MISSING",
        "OWNER_GONE",
        "BAN_PROPOSED",
      ),
    )
    .input(ofCase.extend({ question: writtenText(QUESTION_CHARS_MAX) }))
    .output(z.object({ state: z.enum(CASE_STATES) })),
  decideCase: staff("moderation")
    .route(
      post("/admin/cases/{id}/decide", "Decide a case. The owner gets the reasons, reporters the outcome"),
    )
    .errors(
      omitErrors(
        CASE_ERRORS,
        "QUESTION_MISSING",
        "APPEAL_MISSING",
        "APPEAL_OWN",
        "ANSWER_MISSING",
        "PERIOD_EMPTY",
      ),
    )
    .input(decisionSchema)
    .output(z.object({ state: z.enum(CASE_STATES), decision: z.enum(DECISIONS) })),
  decideAppeal: staff("moderation")
    .route(
      post("/admin/cases/{id}/appeal", "Decide an appeal; overturning gives back everything that was taken"),
    )
    .errors(
      pickErrors(
        CASE_ERRORS,
        "CASE_NOT_FOUND",
        "APPEAL_MISSING",
        "APPEAL_OWN",
        "ANSWER_MISSING",
        "OWNER_IS_STAFF",
      ),
    )
    .input(ofCase.extend({ outcome: z.enum(APPEAL_OUTCOMES), reason: writtenText(FACTS_CHARS_MAX) }))
    .output(z.object({ outcome: z.enum(APPEAL_OUTCOMES) })),
};
