/// <reference types="vite/types/importMeta.d.ts" />
import type { AnyContractProcedure } from "@orpc/contract";
import type { AnyRouter } from "@orpc/server";
import { registerContactSources } from "#src/features/audience/contacts/contact-sources.ts";
import { registerDownloadTakers } from "#src/features/audience/leads/download-takers.ts";
import { registerSegmentSources } from "#src/features/audience/segments/conditions/conditions.ts";
import { registerCampaignTests } from "#src/features/email/campaigns/campaign-tests.ts";
import { registerBatchListeners } from "#src/features/email/delivery/delivery.ts";
import { registerReportReaders } from "#src/features/email/inbound/inbound.ts";
import { registerSequenceUses } from "#src/features/email/sequences/uses.ts";
import { registerTemplateUses } from "#src/features/email/templates/use-finders.ts";
import { registerApprovedActions } from "#src/features/identity/approvals/actions.ts";
import { SLICES } from "#src/features/order.ts";
import { registerPicturePlaces } from "#src/features/pages/media/picture-places.ts";
import type { Slice, SliceParts } from "#src/features/slice.ts";
import { ACCENT_COLOR, BRAND_COLOR, INSTANCE_NAME, LOGO, SUPPORT_ADDRESS } from "#src/lib/brand.ts";
import { type InstanceSetting, SETTING_GROUPS } from "#src/lib/setting.ts";
import { type AccountPart, registerParts, sealedTables } from "#src/platform/account-data-registry.ts";
import type { Platform } from "#src/platform/context.ts";
import { reencryptTables } from "#src/platform/crypto/key-rotation.ts";
import { databaseJobs } from "#src/platform/db/maintenance.ts";
import { registerEvents } from "#src/platform/events/event-registry.ts";
import { eventJobs } from "#src/platform/events/events.ts";
import type { HttpModule } from "#src/platform/http/http-module.ts";
import { idempotencyJobs } from "#src/platform/http/idempotency.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { MAIL_FROM } from "#src/platform/mail/mail.ts";
import type { MailHandler } from "#src/platform/mail/mail-types.ts";
import { mailJobs } from "#src/platform/mail/outbox.ts";
import { platformPart } from "#src/platform/platform-account-part.ts";
import type { SignalHandler } from "#src/platform/signal-runner.ts";

const manifests = import.meta.glob<Slice>("../features/*/*/slice.ts", { eager: true, import: "slice" });

/** The slices' contributions to the process, in order. */
const slices = SLICES.flatMap((name) => manifests[`../features/${name}/slice.ts`] ?? []);

/** Merges the parts of several slices with the same name. */
function merge<Part extends object>(
  sets: readonly (Record<string, Part> | undefined)[],
): Record<string, Part> {
  const merged: Record<string, Part> = {};
  for (const set of sets)
    for (const [name, part] of Object.entries(set ?? {})) merged[name] = { ...merged[name], ...part };
  return merged;
}

/** Every endpoint of the instance, for the API's description and the access test. */
export const contract: Record<string, Record<string, AnyContractProcedure>> = merge(
  slices.map((slice) => slice.contract),
);

/** Serves `/api/v1`. The endpoints of `clicks` are handled before the router. */
export const router: AnyRouter = merge(slices.map(({ routes }) => routes));

/** The slices' routes besides API calls, ahead of the built files. */
export const httpModules: HttpModule<SliceParts>[] = slices.flatMap(({ http = [] }) => http);

/** Also every night, because a node that starts later may still encrypt with an earlier secret. */
const reseal = scheduled("secrets.reseal", "17 2 * * *", (platform: Platform) =>
  reencryptTables(platform, sealedTables()),
);

export const jobs: JobHandler<Platform>[] = [
  ...databaseJobs,
  ...eventJobs,
  ...mailJobs,
  ...idempotencyJobs,
  ...slices.flatMap((slice) => slice.jobs ?? []),
  reseal,
];

/** Runs once at every start: campaigns continue, and values under an earlier secret are reencrypted. */
export const startJobs: JobHandler<Platform>[] = [
  ...slices.flatMap((slice) => slice.startJobs ?? []),
  reseal,
];

export const signalHandlers: SignalHandler[] = slices.flatMap((slice) => slice.signalHandlers ?? []);

export const mails: MailHandler<Platform>[] = slices.flatMap((slice) => slice.mails ?? []);

const settings = [
  ...[INSTANCE_NAME, LOGO, BRAND_COLOR, ACCENT_COLOR, SUPPORT_ADDRESS, MAIL_FROM],
  ...slices.flatMap((slice) => slice.settings ?? []),
];

/** The founder's settings for the whole instance, in the screen's order. */
export const instanceSettings: readonly InstanceSetting<unknown>[] = SETTING_GROUPS.flatMap((group) =>
  settings.filter((setting) => setting.group === group),
);

registerEvents(slices.flatMap(({ events = [] }) => events));

/* The slices' account data in the order of erasure: data that refers to other rows comes before them. */
const parts = slices.flatMap(({ accountPart = [] }) => accountPart).toReversed();
const isLast = ({ isErasedLast }: AccountPart) => isErasedLast === true;
registerParts([...parts.filter((part) => !isLast(part)), platformPart, ...parts.filter(isLast)]);

registerBatchListeners(slices.flatMap(({ batchListener = [] }) => batchListener));

for (const { campaignTests } of slices) if (campaignTests) registerCampaignTests(campaignTests);
registerReportReaders(slices.flatMap(({ reportReader = [] }) => reportReader));

function requireConditions<Source>([source]: Source[]): Source {
  if (!source) throw new Error("No slice knows conditions.");
  return source;
}

/* Later slices' data about contacts. */
const sources = slices.flatMap(({ contactSources = [] }) => contactSources);
registerContactSources({
  conditions: requireConditions(sources.flatMap(({ conditions = [] }) => conditions)),
  timeline: sources.flatMap(({ timeline = [] }) => timeline),
  scored: sources.flatMap(({ scored = [] }) => scored),
  people: sources.flatMap(({ people = [] }) => people),
  findBatch: async (db, of) => {
    for (const { findBatch } of sources) {
      const found = await findBatch?.(db, of);
      if (found !== undefined) return found;
    }
    return undefined;
  },
});

registerSequenceUses(async (...of) =>
  (await Promise.all(slices.map(({ sequenceUses }) => sequenceUses?.(...of) ?? []))).flat(),
);

/* What later slices know for segments. */
const segmentSources = slices.flatMap(({ segmentSources = [] }) => segmentSources);
registerSegmentSources({
  events: segmentSources.flatMap(({ events = [] }) => events),
  listCampaigns: async (db, account) =>
    (await Promise.all(segmentSources.map(({ listCampaigns }) => listCampaigns?.(db, account) ?? []))).flat(),
  listUses: async (db, account, id) =>
    (await Promise.all(segmentSources.map(({ listUses }) => listUses?.(db, account, id) ?? []))).flat(),
  listNamers: async (db, account, of) =>
    (await Promise.all(segmentSources.map(({ listNamers }) => listNamers?.(db, account, of) ?? []))).flat(),
});

registerPicturePlaces(slices.flatMap(({ picturePlaces = [] }) => picturePlaces));

registerApprovedActions(slices.flatMap(({ approvedActions = [] }) => approvedActions));
registerDownloadTakers(slices.flatMap(({ takeDownload }) => takeDownload ?? []));
registerTemplateUses(slices.flatMap(({ templateUses }) => templateUses ?? []));
