/* The dashboard shows these texts. */
import * as z from "zod";
import { CAMPAIGN_ERRORS } from "#src/features/email/campaigns/contract.ts";
import {
  CAMPAIGN_MODES,
  CAMPAIGN_NAME_CHARS_MAX,
  HTML_CHARS_MAX,
  SUBJECT_CHARS_MAX,
} from "#src/features/email/campaigns/rules.ts";
import { partsSchema } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { PREHEADER_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { idSchema, listOf, member, routesOf, storedMoment, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { figuresSchema } from "./figures-contract.ts";
import {
  COLLECT_HOURS_MAX,
  DECIDERS,
  DELAY_MINUTES_MAX,
  DRAFT_TESTS_MAX,
  HOLDOUT_SHARE_MAX,
  METRICS,
  ROLLOUTS,
  SAMPLE_SHARE_MIN,
  SAMPLES,
  TEST_STATES,
  VERSIONS_MAX,
  VERSIONS_MIN,
} from "./rules.ts";
import { STOP_REASONS } from "./statistics-rules.ts";

export const AB_TEST_ERRORS = {
  TEST_NOT_FOUND: { status: 404, message: "That test is gone." },
  TEST_EXISTS: { status: 409, message: "This campaign has a test already." },
  TEST_STARTED: { status: 409, message: "This test has started, so it can’t be changed anymore." },
  TEST_STATE: { status: 409, message: "The test has moved on by now. Look again." },
  TEST_ACTIVE: { status: 409, message: "End this test before you delete it." },
  TEST_LIMIT: {
    status: 409,
    message: `You have ${DRAFT_TESTS_MAX} tests that haven’t started, which is the limit. Delete one you no longer need.`,
  },
  VERSIONS_ALIKE: {
    status: 400,
    message:
      "Each version has to differ from the others: in its subject, preview text, sender, e-mail or time.",
  },
  VERSION_UNKNOWN: { status: 400, message: "This test has no such version." },
  ROLLOUT_TIME: { status: 400, message: "Choose when the others get the winner." },
  COLLECTING_LIMIT: { status: 400, message: "A test takes two weeks at most." },
} as const;

const versionFields = {
  subject: z.string().max(SUBJECT_CHARS_MAX),
  preheader: z.string().max(PREHEADER_CHARS_MAX),
  from_name: z.string().max(CAMPAIGN_NAME_CHARS_MAX),
  /** Its own sending account. Null for the campaign’s. */
  mailbox_id: idSchema.nullable(),
  /** What it says: its own blocks, a template, or its own HTML. Null for the campaign’s e-mail. */
  mode: z.enum(CAMPAIGN_MODES).nullable(),
  template_id: idSchema.nullable(),
  html: storedText(HTML_CHARS_MAX),
  blocks: partsSchema.shape.blocks,
  /** Null for the campaign’s. */
  theme: partsSchema.shape.theme.nullable(),
  /** How long after the campaign’s start it goes out. */
  delay_minutes: z.int().min(0).max(DELAY_MINUTES_MAX),
};
const versionInput = z.object(versionFields).partial();
export type VersionInput = z.output<typeof versionInput>;

const settings = {
  metric: z.enum(METRICS),
  /** The versions go to a share of all, a number of people, or everyone. The others wait for the winner. */
  sample_kind: z.enum(SAMPLES),
  sample_share: z.number().min(SAMPLE_SHARE_MIN).max(1),
  sample_number: z.int().min(2).max(100_000_000).nullable(),
  /** The part of all that gets no e-mail, from 0 to 1. */
  holdout_share: z.number().min(0).max(HOLDOUT_SHARE_MAX),
  collect_hours: z.int().min(1).max(COLLECT_HOURS_MAX),
  /** A smaller difference isn’t worth knowing. From 0 to 1. */
  min_effect: z.number().min(0.0001).max(1),
  /** When the others get the winner: at once, at `rollout_at`, or when somebody says so. */
  rollout: z.enum(ROLLOUTS),
  rollout_at: storedMoment.nullable(),
};

const name = z.string().max(CAMPAIGN_NAME_CHARS_MAX * 2);
/** The first version is the campaign as it’s written: whatever is said of it is ignored. */
const versions = z.array(versionInput).min(VERSIONS_MIN).max(VERSIONS_MAX);

export const createTestSchema = z
  .object({ id: z.uuid(), campaign_id: idSchema, name, ...settings })
  .partial()
  .extend({ versions });
export const updateTestSchema = z
  .object({ name, versions, ...settings })
  .partial()
  .extend({ id: idSchema });

export const testSchema = z.object({
  id: z.string(),
  name: z.string(),
  campaign_id: z.string().nullable(),
  state: z.enum(TEST_STATES),
  ...settings,
  rollout_at: z.string().nullable(),
  versions: z.array(
    z.object({
      subject: z.string(),
      preheader: z.string(),
      from_name: z.string(),
      mailbox_id: z.string().nullable(),
      /** The address that it goes out from, if the test has started or it has its own sending account. */
      from_address: z.string(),
      mode: z.enum(CAMPAIGN_MODES).nullable(),
      template_id: z.string().nullable(),
      html: z.string(),
      blocks: partsSchema.shape.blocks,
      theme: partsSchema.shape.theme.nullable(),
      delay_minutes: z.number(),
      /** Set if too many complained or unsubscribed. */
      stopped_at: z.string().nullable(),
      stop_reason: z.enum(STOP_REASONS).nullable(),
    }),
  ),
  started_at: z.string().nullable(),
  /** The latest time to decide. It’s decided earlier if there’s a winner. */
  decide_at: z.string().nullable(),
  decided_at: z.string().nullable(),
  decided_by: z.enum(DECIDERS).nullable(),
  /** The version for everyone else. */
  chosen: z.number().nullable(),
  rolled_out_at: z.string().nullable(),
  /** Set if the versions’ numbers of people can’t be chance. */
  split_alarmed_at: z.string().nullable(),
  /** As they are, or as they were when it was decided. Null before its start. */
  figures: figuresSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type AbTest = z.infer<typeof testSchema>;

const curveSchema = z.object({
  /** By hour: how many people had responded to each version by then. */
  points: z.array(z.object({ at: z.string(), responded: z.array(z.number()) })),
});
export type Curve = z.infer<typeof curveSchema>;

const linkTestSchema = z.object({
  id: z.string(),
  profile_id: z.string(),
  title: z.string(),
  /** The share of visitors that were to get the first version, from 0 to 1. */
  ratio: z.number(),
  a: z.number(),
  b: z.number(),
  split_probability: z.number(),
});
export type LinkTest = z.infer<typeof linkTestSchema>;

export const testId = z.object({ id: idSchema });
const { get, post, patch, del } = routesOf("experiments");
const { TEST_NOT_FOUND, TEST_STATE } = AB_TEST_ERRORS;
const FORM_ERRORS = pickErrors(AB_TEST_ERRORS, "VERSIONS_ALIKE", "ROLLOUT_TIME");
const body = { kind: "json", bytesMax: 2 * 1024 * 1024 } as const;

export const abTestsContract = {
  list: member("campaigns.send")
    .route(get("/experiments", "Your account’s A/B tests of e-mail, newest first"))
    .errors(LIST_ERRORS)
    .input(z.object({ campaign_id: idSchema.optional(), cursor: z.string().max(4000).optional() }))
    .output(listOf(testSchema)),
  links: member("campaigns.send")
    .route(get("/experiments/links", "A/B tests of links, with how visitors were split"))
    .output(z.object({ items: z.array(linkTestSchema) })),
  get: member("campaigns.send")
    .route(get("/experiments/{id}", "One A/B test and what’s known so far"))
    .errors({ TEST_NOT_FOUND })
    .input(testId)
    .output(testSchema),
  curve: member("campaigns.send")
    .route(get("/experiments/{id}/curve", "How people responded to each version over time"))
    .errors({ TEST_NOT_FOUND })
    .input(testId)
    .output(curveSchema),
  create: member("campaigns.send", body)
    .route(
      post(
        "/experiments",
        "Add an A/B test to a campaign that hasn’t started, or one for a step of a sequence",
        {
          successStatus: 201,
        },
      ),
    )
    .errors({
      ...pickErrors(AB_TEST_ERRORS, "TEST_EXISTS", "TEST_LIMIT"),
      ...FORM_ERRORS,
      ...pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_STARTED"),
    })
    .input(createTestSchema)
    .output(testSchema),
  update: member("campaigns.send", body)
    .route(patch("/experiments/{id}", "Change an A/B test that hasn’t started"))
    .errors({ ...pickErrors(AB_TEST_ERRORS, "TEST_NOT_FOUND", "TEST_STARTED"), ...FORM_ERRORS })
    .input(updateTestSchema)
    .output(testSchema),
  delete: member("campaigns.send")
    .route(del("/experiments/{id}", "Delete an A/B test that isn’t running"))
    .errors(pickErrors(AB_TEST_ERRORS, "TEST_NOT_FOUND", "TEST_ACTIVE"))
    .input(testId)
    .output(testId),
  start: member("campaigns.send")
    .route(post("/experiments/{id}/start", "Start a campaign with its test, or the test of a step"))
    .errors({
      TEST_NOT_FOUND,
      TEST_STATE,
      ...pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_STATE", "CAMPAIGN_NOT_READY", "APPROVAL_MISSING"),
      ...pickErrors(CAMPAIGN_ERRORS, "SENDING_STOPPED"),
    })
    .input(testId)
    .output(testSchema),
  end: member("campaigns.send")
    .route(post("/experiments/{id}/end", "Decide an A/B test now, by what’s known so far"))
    .errors({ TEST_NOT_FOUND, TEST_STATE })
    .input(testId)
    .output(testSchema),
  extend: member("campaigns.send")
    .route(post("/experiments/{id}/extend", "Give an A/B test more time"))
    .errors({ TEST_NOT_FOUND, TEST_STATE, ...pickErrors(AB_TEST_ERRORS, "COLLECTING_LIMIT") })
    .input(testId.extend({ hours: z.int().min(1).max(COLLECT_HOURS_MAX) }))
    .output(testSchema),
  choose: member("campaigns.send")
    .route(post("/experiments/{id}/choose", "Choose a version by hand, and send it to the others"))
    .errors({ TEST_NOT_FOUND, TEST_STATE, ...pickErrors(AB_TEST_ERRORS, "VERSION_UNKNOWN") })
    .input(testId.extend({ version: z.int().min(0) }))
    .output(testSchema),
};
