import { registerContactSources } from "#src/features/audience/contacts/timeline-registry.ts";
import { importsOfPerson } from "#src/features/audience/imports/person-store.ts";
import { leadsOfPerson, visitsOfPerson } from "#src/features/audience/leads/person-store.ts";
import { visitTimeline } from "#src/features/audience/leads/timeline-store.ts";
import { ordersOfPerson } from "#src/features/audience/orders/person-store.ts";
import { orderTimeline } from "#src/features/audience/orders/timeline-store.ts";
import { campaignsOfPerson } from "#src/features/email/campaigns/person-store.ts";
import { campaignTimeline } from "#src/features/email/campaigns/timeline-store.ts";
import { findCampaignByIdPrefix } from "#src/features/email/campaigns/unsubscription-store.ts";
import { mailsOfPerson } from "#src/features/email/transactional/person-store.ts";

/* What later slices know of contacts. */
registerContactSources({
  timeline: [visitTimeline, campaignTimeline, orderTimeline],
  scored: [campaignTimeline, orderTimeline],
  people: [
    ...[leadsOfPerson, visitsOfPerson, importsOfPerson],
    ...campaignsOfPerson,
    ...[mailsOfPerson, ordersOfPerson],
  ],
  findCampaign: findCampaignByIdPrefix,
});
