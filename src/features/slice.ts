import type { AnyContractProcedure } from "@orpc/contract";
import type { AnyRouter } from "@orpc/server";
import type { ContactSources } from "#src/features/audience/contacts/contact-sources.ts";
import type { TakeDownload } from "#src/features/audience/leads/download-takers.ts";
import type { SegmentSources } from "#src/features/audience/segments/conditions/conditions.ts";
import type { CampaignTests } from "#src/features/email/campaigns/campaign-tests.ts";
import type { BatchListener } from "#src/features/email/delivery/delivery.ts";
import type { ReportReader } from "#src/features/email/inbound/inbound.ts";
import type { ListUses } from "#src/features/email/sequences/uses.ts";
import type { FindTemplateUses } from "#src/features/email/templates/use-finders.ts";
import type { Auth } from "#src/features/identity/accounts/auth/auth.ts";
import type { ApprovedAction } from "#src/features/identity/approvals/actions.ts";
import type { PicturePlace } from "#src/features/pages/media/tables.ts";
import type { Frame } from "#src/features/public/frame/frame.ts";
import type { PublicPages } from "#src/features/public/public-page/public-page.ts";
import type { ServiceWorkerScript } from "#src/features/public/site/service-worker.ts";
import type { Site } from "#src/features/public/site/site.ts";
import type { EventList } from "#src/lib/event-list.ts";
import type { InstanceSetting } from "#src/lib/setting.ts";
import type { AccountPart } from "#src/platform/account-data-registry.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Secrets } from "#src/platform/crypto/vault.ts";
import type { HttpModule, HttpParts } from "#src/platform/http/http-module.ts";
import type { JobHandler } from "#src/platform/jobs/job-types.ts";
import type { MailHandler } from "#src/platform/mail/mail-types.ts";
import type { SignalHandler } from "#src/platform/signal-runner.ts";

/** What the slices' `http.ts` receive. */
export interface SliceParts extends HttpParts {
  /** What the instance signs with. */
  secrets: Secrets;
  auth: Auth;
  pages: PublicPages;
  frame: Frame;
  site: Site;
  worker: ServiceWorkerScript;
}

/**
 * What a slice brings to the process: the manifest in its `slice.ts`, which `node/slices.ts` finds. What a slice
 * doesn't have, it leaves out.
 */
export interface Slice {
  /** Endpoints by the name that the API has for the slice. Several slices may add to one name. */
  contract?: Record<string, Record<string, AnyContractProcedure>>;
  /** What answers below `/api/v1`, by the same names. */
  routes?: Record<string, AnyRouter>;
  /** What it serves besides API calls, ahead of the built files. */
  http?: HttpModule<SliceParts>;
  /** What it announces. */
  events?: EventList;
  /** Background jobs, schedules, and event subscriptions. */
  jobs?: readonly JobHandler<Platform>[];
  /** What runs once at every start. */
  startJobs?: readonly JobHandler<Platform>[];
  /** What workers run when the database or a node signals. */
  signalHandlers?: readonly SignalHandler[];
  /** The kinds of e-mail that the instance sends for it. */
  mails?: readonly MailHandler<Platform>[];
  /** What the founder can set for the whole instance, in the order of its group on the screen. */
  settings?: readonly InstanceSetting<unknown>[];
  /** What it stores about an account. */
  accountPart?: AccountPart;
  /** How it hears of what becomes of the batches that it sends. */
  batchListener?: BatchListener;
  /** The tests that campaigns start with. */
  campaignTests?: CampaignTests;
  /** How it takes DMARC reports that come by e-mail. */
  reportReader?: ReportReader;
  /** What it knows of contacts. */
  contactSources?: Partial<ContactSources>;
  /** Where it shows pictures. */
  picturePlaces?: readonly PicturePlace[];
  /** What of it takes two members of staff. */
  approvedActions?: readonly ApprovedAction<object>[];
  /** What of it uses a template. */
  templateUses?: FindTemplateUses;
  /** How it brings the download of a page's form, so that the form sends none. */
  takeDownload?: TakeDownload;
  /** What it has that needs a sequence. */
  sequenceUses?: ListUses;
  /** What segments can ask it. */
  segmentSources?: Partial<SegmentSources>;
}
